import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP port in front of a server that can simulate a failing network or machine. */
export interface Relay {
  port: number
  /** How many connections have been opened so far. */
  opened(): number
  /** The target of new connections from now on: the path of a socket, or a port of this machine. */
  to(target: string | number): void
  /** Ends all connections and refuses new ones, as if the server had stopped. */
  cut(): Promise<void>
  /** Holds connections open, accepts new ones, and forwards nothing, like a network that drops every packet. */
  silence(): void
  /** Works again, for new connections; those that were silenced end. */
  restore(): Promise<void>
}

export async function openRelay(target: string | number): Promise<Relay> {
  const ends = new Set<Socket>()
  let isSilent = false
  let opened = 0
  const join = (near: Socket, far: Socket) => {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy() && ends.delete(one))
      one.pipe(other)
    }
  }
  const server = createServer(near => {
    opened++
    if (!isSilent) return join(near, typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target))
    ends.add(near)
    near.on('error', () => {}).on('close', () => ends.delete(near))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    opened: () => opened,
    to(next) {
      target = next
    },
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const end of ends) end.destroy()
      await closed
    },
    silence() {
      isSilent = true
      for (const end of ends) end.unpipe().pause()
    },
    async restore() {
      if (isSilent) for (const end of ends) end.destroy()
      isSilent = false
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
