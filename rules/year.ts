/** Stands for the current year in prerendered pages; whoever serves them puts it in. */
export const unknownYear = '{year}'
