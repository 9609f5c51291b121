/** Placeholder for the site's origin in prerendered pages, replaced at startup. */
export const unknownOrigin = 'https://origin.invalid'
