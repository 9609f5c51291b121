/** Placeholder for the site's origin in prerendered pages, replaced at startup. */
export const originPlaceholder = 'https://origin.invalid'
