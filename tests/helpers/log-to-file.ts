import { appendFileSync, mkdirSync } from 'node:fs'
import { Output } from '../../server/platform/output.ts'

// The server's log would bury the tests' own output. It goes to a file, which helps when a test fails.
mkdirSync('test-results', { recursive: true })
Output.prototype.write = text => appendFileSync('test-results/server.log', text)
