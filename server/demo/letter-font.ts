import { join } from 'node:path'
import { projectFolder } from '../platform/data-folder.ts'

/** For PDFs of the sample fund's: the built site doesn't have pdfkit's own fonts. */
export const letterFont = join(projectFolder, 'server/statements/pdf/fonts/text.ttf')
