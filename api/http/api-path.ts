/** Whether a path leads to a call of the API: the router takes it in any case of its letters. */
export const isApiPath = (path: string): boolean => /^\/api\//i.test(path);
