// npm run pictures -- FOLDER: a picture of every page of the sample fund's site, as a phone and a desk show it, light
// and dark. With `--against EARLIER` it takes none, and compares FOLDER with pictures taken before a change.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '../media/tools.ts'
import { comparePictures } from './compare.ts'
import { takePictures } from './take.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, data: { type: 'string' }, only: { type: 'string' } },
})
const [folder] = positionals
if (!folder) {
  say('Which folder? Usage: npm run pictures -- FOLDER')
  process.exit(2)
}
if (values.against) {
  const differing = await comparePictures(resolve(values.against), resolve(folder))
  for (const sentence of differing) say(sentence)
  say(differing.length === 0 ? 'No page differs.' : `${differing.length} pictures differ.`)
  process.exitCode = differing.length === 0 ? 0 : 1
} else {
  const taken = await takePictures(resolve(folder), { data: values.data, only: values.only })
  say(`${taken} pages`)
}
