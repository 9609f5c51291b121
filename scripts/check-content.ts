// Checks content/ for mistakes before they reach a page. Part of `npm run check` and of a build.

import { faultsIn } from '../content/check.ts'
import { content } from './content.ts'

const faults = faultsIn(content)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
