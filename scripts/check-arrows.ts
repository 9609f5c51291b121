// Finds imports that the architecture doesn't allow. Part of `npm run check`.

import { forbiddenImports } from './arrows.ts'

const sentences = forbiddenImports()
for (const sentence of sentences) console.error(sentence)
process.exitCode = sentences.length > 0 ? 1 : 0
