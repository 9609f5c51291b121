// Compares bundled software beyond npm's packages with the list of publicly known vulnerabilities
// (app/system/server/advisories.ts). An unlisted version, or a vulnerable one that isn't accepted, is a fault; an overdue
// review is a warning, so that no build fails merely because a day has passed. Part of `npm run check`.

import { readFileSync } from 'node:fs'
import { reviewComponents } from '../app/system/server/known-vulnerabilities.ts'
import { bundledVersions } from './bundled-versions.ts'

const { faults, warnings } = reviewComponents(
  bundledVersions(path => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')),
  new Date().toISOString().slice(0, 10),
)
for (const words of [...faults, ...warnings.map(warning => `Warning: ${warning}`)]) process.stderr.write(`${words}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
