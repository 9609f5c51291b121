import { scrub } from './log.ts'

export type Environment = Record<string, string | undefined>

/** Reads environment variables one by one and gathers what is wrong with them. An empty value counts as absent. */
export class ConfigValues {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  problem(sentence: string): void {
    this.problems.push(sentence)
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined
  }

  /**
   * @param what it should be, for the sentence that says it is not
   * @returns a whole number up to `most`; the default where it is absent or wrong
   */
  number(name: string, fallback: number, most: number, what: string): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text)
    this.problem(`${name} is ${quote(text)}, which is not ${what}. Use a whole number from 0 to ${most}.`)
    return fallback
  }

  /** @returns an address of another server, one of whose schemes must match. Never quoted: it may hold a password */
  server(name: string, schemes: string[], example: string): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!schemes.some(scheme => text.startsWith(`${scheme}://`))) {
      this.problem(
        `${name} does not start with ${schemes.map(scheme => `${scheme}://`).join(' or ')}. Use the form ${example}.`,
      )
    } else if (!URL.canParse(text)) {
      this.problem(
        `${name} is not a valid address. Use the form ${example}, with special characters in the password percent-encoded.`,
      )
    }
    return text
  }
}

/** @returns a value as a message may repeat it: without secrets, on one line, not too long */
export function quote(text: string | undefined): string {
  const line = scrub(text ?? '').replaceAll(/\p{Cc}/gu, ' ')
  return `"${line.length > 80 ? `${line.slice(0, 80)}…` : line}"`
}
