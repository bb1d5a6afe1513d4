import { createToastStore, type ToastInput } from './toast-store.ts';

export const toasts = createToastStore();

export const showToast = (toast: ToastInput): void => toasts.show(toast);
export const showNotice = (toast: ToastInput): void => toasts.show({ ...toast, isNotice: true });
export const showError = (toast: ToastInput): void => toasts.show({ ...toast, variant: 'destructive' });
