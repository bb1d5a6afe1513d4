/** Marks what was asked as a dry run: it is asked once, when its dialog opens. Apart, for every page leaves it alone. */
export const DRY_RUN = 'dry-run';
