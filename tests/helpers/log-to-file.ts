import { appendFileSync, mkdirSync } from 'node:fs'
import { Output } from '../../server/platform/output.ts'

// The server's log would bury the tests' own output. It goes to a file, for failed tests.
mkdirSync('test-results', { recursive: true })
Output.prototype.add = text => appendFileSync('test-results/server.log', text)
