import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressOf } from '../../server/http/request-client.ts'
import { type ConnectionLimits, connectionLimits, createSiteServer } from '../../server/http/site-server.ts'
import { eventually } from '../helpers/eventually.ts'

const form = (headers = '') => `POST /login HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: 100\r\n\r\nemail=`
const upload = 'PATCH /uploads/one HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n'

/** A server with the site's connections, and short limits unless a test is about another. */
async function withServer(
  limits: Partial<ConnectionLimits>,
  work: (open: (text: string) => Promise<Client>) => Promise<void>,
  trustProxy = 0,
) {
  const server = createSiteServer(
    { trustProxy },
    (request, response) => {
      request.resume().once('end', () => response.end('done'))
    },
    { ...connectionLimits(), ...limits },
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clients: Client[] = []
  try {
    await work(async text => {
      const client = new Client(connect(port, '127.0.0.1'))
      clients.push(client)
      await once(client.socket, 'connect')
      client.socket.write(text)
      // So that connections arrive in this order.
      await wait(20)
      return client
    })
  } finally {
    for (const { socket } of clients) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
}

class Client {
  received = ''
  readonly socket: Socket
  constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('data', chunk => {
      this.received += chunk
    })
  }
  get closed() {
    return this.socket.destroyed
  }
}

test('a form must arrive in time; a file may take as long as bytes come', async () => {
  await withServer({ form: 300, silence: 1000 }, async open => {
    const slowForm = await open(form())
    const slowFile = await open(upload)
    const silentFile = await open(upload)
    let left = 1000
    await eventually('the end of the others', () => {
      slowForm.socket.write('a')
      slowFile.socket.write('a')
      left--
      return slowForm.closed && silentFile.closed
    })
    expect(slowForm.received).toMatch(/^HTTP\/1\.1 408 /)
    slowFile.socket.write('a'.repeat(left))
    await eventually('the response to the file', () => slowFile.received.includes('200 OK'))
  })
})

test('headers must arrive in time', async () => {
  await withServer({ headers: 200 }, async open => {
    const silent = await open('')
    const slow = await open('GET / HTTP/1.1\r\nHost: local')
    await eventually('both ends', () => silent.closed && slow.closed)
  })
})

test('the connection that has waited longest makes room for another of the same client', async () => {
  await withServer({ waitingPerClient: 2 }, async open => {
    const file = await open(upload)
    const [first, second] = [await open(form()), await open('')]
    expect(first.closed).toBe(false)
    const third = await open(form())
    await eventually('the end of the first', () => first.closed)
    expect([second.closed, third.closed, file.closed]).toEqual([false, false, false])
    third.socket.write('a'.repeat(94))
    await eventually('a response', () => third.received.includes('done'))
  })
})

test('the connection that has waited longest makes room for another client', async () => {
  await withServer({ waiting: 2 }, async open => {
    const [first, second, third] = [await open(''), await open(form()), await open(form())]
    await eventually('the end of the first', () => first.closed)
    expect([second.closed, third.closed]).toEqual([false, false])
  })
})

test('a client has a limited number of connections, whatever they do', async () => {
  await withServer({ perClient: 2 }, async open => {
    const files = [await open(upload), await open(upload), await open(upload)]
    await eventually('the end of the last', () => files[2]?.closed)
    expect(files.map(({ closed }) => closed)).toEqual([false, false, true])
    files[0]?.socket.destroy()
    await wait(50)
    expect((await open(upload)).closed).toBe(false)
  })
})

test('behind a proxy, clients are told apart by the address it names', async () => {
  const of = (ip: string) => form(`X-Forwarded-For: ${ip}\r\n`)
  await withServer(
    { waitingPerClient: 1, perClient: 1 },
    async open => {
      const [first, other, second] = [
        await open(of('192.0.2.1')),
        await open(of('192.0.2.2')),
        await open(of('192.0.2.1')),
      ]
      await eventually('the end of the first', () => first.closed)
      expect([other.closed, second.closed]).toEqual([false, false])
    },
    1,
  )
})

test('an entry of X-Forwarded-For that is no address is ignored', () => {
  expect(addressOf('192.0.2.9, 192.0.2.1', '127.0.0.1', 1)).toBe('192.0.2.1')
  expect(addressOf('192.0.2.9, 192.0.2.1', '127.0.0.1', 2)).toBe('192.0.2.9')
  expect(addressOf('192.0.2.1:4711', '127.0.0.1', 1)).toBe('192.0.2.1')
  expect(addressOf('[2001:db8::1]:4711', '127.0.0.1', 1)).toBe('2001:db8::1')
  expect(addressOf('2001:db8::1', '127.0.0.1', 1)).toBe('2001:db8::1')
  for (const forged of ['', 'unknown', '<script>', '999.0.0.1', "1.1.1.1'; --", '_hidden', 'localhost']) {
    expect(addressOf(forged, '127.0.0.1', 1), forged).toBe('127.0.0.1')
  }
  expect(addressOf('192.0.2.1', '127.0.0.1', 0)).toBe('127.0.0.1')
  expect(addressOf('192.0.2.1', undefined, 3)).toBe('unknown')
})
