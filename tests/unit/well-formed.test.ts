import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { onlyWellFormed } from '../../server/http/site-server.ts'

test('HTTP of before headers, and several Host headers, are refused; everything else is answered', async () => {
  const server = createServer(onlyWellFormed((_, response) => response.end('reached'))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answerTo = (sent: string) => text(connect(port, '127.0.0.1').end(sent))
  try {
    for (const malformed of [
      'GET /\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nhOST: other.example\r\n\r\n',
      'GET / HTTP/1.0\r\nHost: localhost\r\nHost: other.example\r\n\r\n',
    ]) {
      const answer = await answerTo(malformed)
      expect(answer, malformed).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer, malformed).not.toContain('reached')
    }
    for (const sound of [
      'GET / HTTP/1.0\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: localhost\r\nX-Host: other.example\r\nConnection: close\r\n\r\n',
    ]) {
      expect(await answerTo(sound), sound).toMatch(/^HTTP\/1\.1 200 .*reached/s)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
