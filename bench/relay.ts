import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port that forwards everything to another socket, and back. */
export interface Relay extends AsyncDisposable {
  port: number
  /** Milliseconds of delay in each direction; may be changed at any time. */
  delay: number
}

/** @param target path of a Unix socket */
export async function startRelay(target: string): Promise<Relay> {
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(target)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true)
      // Both ends notice the end of the connection, which is enough.
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const relay: Relay = {
    port: (server.address() as AddressInfo).port,
    delay: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return relay

  function forward(from: Socket, to: Socket): void {
    let last: Promise<unknown> = Promise.resolve()
    // Data that arrives during a delay is delayed as well, but not longer: a line has latency, not a queue.
    const afterwards = (act: () => void) => {
      const arrived = relay.delay > 0 ? sleep(relay.delay) : undefined
      last = Promise.all([last, arrived]).then(act)
    }
    from.on('data', chunk => afterwards(() => to.write(chunk)))
    from.on('close', () => afterwards(() => to.destroy()))
  }
}
