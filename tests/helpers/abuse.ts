import { once } from 'node:events'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/** Attackers and visitors need different addresses; Linux has all of 127.0.0.0/8. */
const ownAddresses = process.platform === 'linux'

/** @param number from 0 to 60,000 @returns a loopback address that is not 127.0.0.1 */
export function attackerAddress(number: number): string | undefined {
  return ownAddresses ? `127.1.${number >> 8}.${number & 255}` : undefined
}

/** A request that is cheap for its sender. */
export interface AbusiveRequest {
  name: string
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  body?: string
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Requests that no page sends, refused by the site before anything else. */
export const abusiveRequests: AbusiveRequest[] = [
  { name: 'a path of 15,000 slashes', path: '/'.repeat(15_000) },
  { name: 'a path of 7,500 dots', path: `/${'a.'.repeat(7500)}` },
  { name: 'a form of 400,000 fields', method: 'POST', path: '/login', headers: form, body: 'a&'.repeat(400_000) },
  { name: 'a form of 60,000 fields', method: 'POST', path: '/login', headers: form, body: 'a&'.repeat(60_000) },
]

/** Odd requests within every limit, answered with a page. */
export const oddRequests: AbusiveRequest[] = [
  { name: 'a path of slashes with an end', path: `${'/'.repeat(900)}a` },
  { name: 'a query of 3,500 fields', path: `/login?${'a&'.repeat(3500)}` },
  {
    name: 'a form of 199 long fields',
    method: 'POST',
    path: '/contact',
    headers: form,
    body: `${Array.from({ length: 199 }, (_, field) => `f${field}=${'%41'.repeat(200)}`).join('&')}`,
  },
  { name: 'a browser’s name of 15,000 characters', path: '/faq?x', headers: { 'User-Agent': 'bot/'.repeat(3750) } },
  { name: 'a list of 5,000 languages and encodings', path: '/', headers: { 'Accept-Encoding': 'a,'.repeat(5000) } },
]

/** Sends a request. @returns its status; 0 if the connection was closed without a response */
export function send(url: string, { method = 'GET', path, headers, body }: AbusiveRequest, localAddress?: string) {
  return new Promise<number>(resolve => {
    const sent = request(url, { method, path, headers, localAddress, agent: false }, response => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

/** Sends a request `atOnce` times in parallel, repeatedly for that many milliseconds. @returns all statuses */
export async function sendMany(
  url: string,
  abusive: AbusiveRequest,
  { atOnce, milliseconds }: { atOnce: number; milliseconds: number },
): Promise<number[]> {
  const end = performance.now() + milliseconds
  const statuses: number[] = []
  const attack = async (_: unknown, number: number) => {
    do statuses.push(await send(url, abusive, attackerAddress(number)))
    while (performance.now() < end)
  }
  await Promise.all(Array.from({ length: atOnce }, attack))
  return statuses
}

/** @returns the milliseconds that each request to `/healthz` took during the work, shortest first */
export function healthDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  return latenciesDuring({ url: `${url}/healthz` }, work)
}

/**
 * @param asked requested meanwhile, repeatedly, one at a time
 * @returns the milliseconds of each, shortest first
 * @throws if one was answered with anything but 200
 */
export async function latenciesDuring(
  requested: { url: string; headers?: OutgoingHttpHeaders },
  work: () => Promise<unknown>,
): Promise<number[]> {
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), { workerData: requested })
  try {
    await once(probe, 'message')
    await work()
    const latencies = once(probe, 'message')
    probe.postMessage('stop')
    const [measured] = await latencies
    return (measured as number[]).sort((one, other) => one - other)
  } finally {
    await probe.terminate()
  }
}

/**
 * Opens connections that send the start of a request and then nothing.
 * @param text the start; may be empty
 * @param perAddress connections from each address
 */
export function openSlowConnections(url: string, count: number, text: string, perAddress: number): Promise<Socket[]> {
  const { port } = new URL(url)
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const localAddress = attackerAddress(Math.floor(number / perAddress))
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
      // The server is meant to refuse and close connections.
      socket.on('error', () => {})
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
      if (text) socket.write(text)
      return socket.resume()
    }),
  )
}

export const halfSentForm = `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=`
