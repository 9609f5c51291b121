import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Waits for the input of its parent process, then serves on a free port and prints it.
 * @param listenerFor creates the request listener
 */
export function serve<Input>(listenerFor: (input: Input) => RequestListener): void {
  process.once('message', (input: Input) => {
    const server = createServer(listenerFor(input)).listen(0, '127.0.0.1', () => {
      process.send?.((server.address() as AddressInfo).port)
    })
  })
  process.once('disconnect', () => process.exit())
}
