import type { Send } from './audit-line.ts'

const timeoutMs = 15_000

/** POSTs JSON lines; any status but 2xx counts as not received. A user and password in the address become Basic auth. */
export function httpSink(address: URL): Send {
  const { username, password } = address
  const url = new URL(address)
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return async lines => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-ndjson',
        ...((username || password) && { Authorization: `Basic ${credentials}` }),
      },
      body: lines.map(line => `${JSON.stringify(line)}\n`).join(''),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the audit sink answered ${answer.status}`)
  }
}
