import { queryOptions } from '@tanstack/react-query';
import { getAllPlatforms, getInstagramPosts } from '../../../../../contracts/api/socials.ts';
import { ALL_PLATFORMS_REFRESH_MS, INSTAGRAM_POSTS_REFRESH_MS } from '../../../../../contracts/constants.ts';
import { api } from '../../../lib/api/api.ts';
import { endpointQuery, metaOf } from '../../../lib/api/endpoint-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';

const allPlatformsQuery = endpointQuery(getAllPlatforms);

/** The program's accounts and shows, asked for again every five minutes while the page is looked at. */
export const useAllPlatforms = () =>
  useQuery({ ...allPlatformsQuery, refetchInterval: ALL_PLATFORMS_REFRESH_MS });

const instagramPostsQuery = (handle: string) =>
  queryOptions({
    queryKey: [getInstagramPosts.path, handle],
    meta: metaOf(getInstagramPosts),
    queryFn: ({ signal }) => api.call(getInstagramPosts, { params: { handle }, signal }),
  });

/** The newest posts on Instagram, every ten minutes; undefined until there are any. @param handle once it is known */
export function useInstagramPosts(handle: string | undefined) {
  const { data } = useQuery({
    ...instagramPostsQuery(handle ?? ''),
    enabled: handle !== undefined && handle !== '',
    refetchInterval: INSTAGRAM_POSTS_REFRESH_MS,
  });
  return data;
}
