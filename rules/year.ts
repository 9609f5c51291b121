/** Placeholder for the current year in prerendered pages, replaced at startup. */
export const yearPlaceholder = '{year}'
