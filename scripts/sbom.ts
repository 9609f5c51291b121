// npm run --silent sbom [-- FILE]: the software bill of materials, CycloneDX 1.6, to a file or standard output.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Lock, sbomOf } from './sbom-of.ts'

const lock = readFileSync(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8')
const text = `${JSON.stringify(sbomOf(JSON.parse(lock) as Lock, new Date()), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, text)
else process.stdout.write(text)
