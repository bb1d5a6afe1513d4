/** What somebody may do in the admin panel; an auditor reads. */
export type AdminRights = 'superAdmin' | 'admin' | 'auditor';
