import type { Plugin } from 'vite'
import { writeColorSheets } from './color-sheets.ts'

/**
 * Updates the style sheets of app/shell/styles that are generated from content/colors.ts. `npm run dev` restarts when a color
 * changes, as for everything that its settings import.
 */
export function fundColors(): Plugin {
  return { name: 'fund-colors', configResolved: ({ root }) => writeColorSheets(root) }
}
