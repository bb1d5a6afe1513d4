/** What the `ref` of a grant begins with that two admins agreed on; the request's id follows. */
export const REQUEST_REF = 'request:';
