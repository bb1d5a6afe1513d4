import { QueryClient } from '@tanstack/react-query';
import { queryClient } from './api.ts';

/** The answers that the server sent with the page, and no later ones: what its drawing was made of. */
export const sentAnswers = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
