import { join } from 'node:path'
import { projectFolder } from '../platform/data-folder.ts'

/** For the sample fund's PDFs: the built site doesn't have pdfkit's own fonts. */
export const letterFont = join(projectFolder, 'app/statements/server/pdf/fonts/text.ttf')
