import { scrub } from './scrub.ts'

export type Environment = Record<string, string | undefined>

/** Reads environment variables and collects errors. An empty value counts as absent. */
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
   * @param what description for the error message
   * @returns a whole number from `least` to `most`; `fallback` if absent or invalid
   */
  number(name: string, fallback: number, most: number, what: string, least = 0): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    if (/^\d{1,6}$/.test(text) && Number(text) <= most && Number(text) >= least) return Number(text)
    this.problem(`${name} is ${quote(text)}, which is not ${what}. Use a whole number from ${least} to ${most}.`)
    return fallback
  }

  /** @returns the address of another server, with one of the schemes. Messages never quote it: it may contain a password */
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

/** @returns a value safe to quote in messages: without secrets, on one line, shortened */
export function quote(text: string | undefined): string {
  const line = scrub(text ?? '').replaceAll(/\p{Cc}/gu, ' ')
  return `"${line.length > 80 ? `${line.slice(0, 80)}…` : line}"`
}
