import type { Plugin } from 'vite'
import { writeColorSheets } from './color-sheets.ts'

/**
 * Keeps the style sheets of app/styles that are made of content/colors.ts. `npm run dev` starts again when a color changes,
 * as it does for all that its settings import.
 */
export function fundColors(): Plugin {
  return { name: 'fund-colors', configResolved: ({ root }) => writeColorSheets(root) }
}
