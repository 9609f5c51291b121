import { appendFileSync, mkdirSync } from 'node:fs'

// The server's log would bury the tests' own output. It goes to a file, which helps when a test fails.
mkdirSync('test-results', { recursive: true })
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((text: string | Uint8Array, ...rest: []) => {
  if (typeof text === 'string' && text.startsWith('{"time":')) {
    appendFileSync('test-results/server.log', text)
    return true
  }
  return write(text, ...rest)
}) as typeof process.stdout.write
