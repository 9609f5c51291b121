import { sendCode, verifyCode, verifySecondCode } from '../../app/identity/server/sign-in.ts'
import type { Client } from '../../server/access/client.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import type { Mailbox } from './mailbox.ts'

/** A browser with cookies that signs in with the server's operations. */
export function browserAt(ip: string, { userAgent = 'a browser', cookie = '' } = {}) {
  const jar = new Map<string, string>()
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name && value) jar.set(name, value)
      else if (name) jar.delete(name)
    }
    return lines
  }
  keep(cookie.split('; '))

  const browser = {
    jar,
    client: (): Client => ({ ip, userAgent, cookie: browser.cookie() }),
    /** Its Cookie header. */
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),

    async sendCode(email: string, options?: Parameters<typeof sendCode>[2]) {
      const requested = await sendCode(browser.client(), email, options)
      keep(requested.cookies)
      return requested
    },

    /** Enters a code, and the second one if required. @returns the Set-Cookie headers of the session */
    async enter(email: string, code: string, second?: string): Promise<string[]> {
      try {
        return keep(await verifyCode(browser.client(), email, code))
      } catch (error) {
        if (!(error instanceof PortalError) || error.code !== 'SECOND_CODE' || !second) throw error
        return keep(await verifySecondCode(browser.client(), email, second))
      }
    },

    /** Requests a code, reads the mail and enters its codes, like a person. */
    async signIn(mailbox: Mailbox, email: string): Promise<string[]> {
      const before = mailbox.count(email)
      await browser.sendCode(email)
      const [code = '', second] = await mailbox.codes(email, before)
      return browser.enter(email, code, second)
    },
  }
  return browser
}
