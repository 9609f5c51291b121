/** Stands for the site's origin in prerendered pages; whoever serves them puts in the one it is reached by. */
export const unknownOrigin = 'https://origin.invalid'
