// Made of content/colors.ts by a build; change the colors there.

/** What a browser paints its own bars in, by day and by night. */
export const themeColors = { day: '#f8f7f1', night: '#0a1610' }
