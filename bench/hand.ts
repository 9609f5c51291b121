import type { Locator, Page } from '@playwright/test'

/**
 * Seconds of human actions, by the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for user
 * performance time with interactive systems", 1980): a decision, pointing, pressing, and typing one character as an
 * average typist. A scroll by most of a screen counts like pointing.
 */
const decide = 1.35
const point = 1.1
const pressDown = 0.2
const key = 0.28
/** Fraction of the screen that one scroll moves. */
const scrolled = 0.8

/** The effort of a task. */
export interface Effort {
  /** Presses of a button, a link or a field. */
  presses: number
  /** Scrolls by most of a screen, to reach or see something. */
  scrolls: number
  /** Characters typed. */
  typed: number
  /** Modeled time, plus waiting for the site. */
  seconds: number
}

/** Uses a page like a person, and counts. */
export class Hand {
  readonly page: Page
  #presses = 0
  #scrolls = 0
  #typed = 0
  #waited = 0

  constructor(page: Page) {
    this.page = page
  }

  /** Presses an element, once it appears. */
  async press(target: Locator): Promise<void> {
    await this.see(target)
    await this.#wait(target.click())
    this.#presses++
  }

  /** Presses a field and types into it. */
  async type(target: Locator, text: string): Promise<void> {
    await this.press(target)
    await target.fill(text)
    this.#typed += text.length
  }

  /** Types into the focused field. */
  async enter(target: Locator, text: string): Promise<void> {
    await this.#wait(this.page.waitForFunction(it => it === document.activeElement, await target.elementHandle()))
    await target.fill(text)
    this.#typed += text.length
  }

  /** Presses a key with an effect, such as Enter. */
  async key(name: string): Promise<void> {
    await this.#wait(this.page.keyboard.press(name))
    this.#presses++
  }

  /** Presses an element that asks for a file, and picks one: another press. */
  async choose(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.chooseAll(target, [file])
  }

  /** Presses an element that asks for files, and picks a whole folder: another press. */
  async chooseAll(target: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(target)])
    await chooser.setFiles(files)
    this.#presses++
  }

  /** Picks one of a list. */
  async pick(target: Locator, label: string): Promise<void> {
    await this.see(target)
    await this.#wait(target.selectOption({ label }))
    this.#presses += 2
  }

  /** Effort in another program, or by another person. */
  elsewhere({ presses, typed, scrolls = 0 }: Pick<Effort, 'presses' | 'typed'> & Partial<Effort>): void {
    this.#presses += presses
    this.#typed += typed
    this.#scrolls += scrolls
  }

  /** Waits for an element, and scrolls to it if it is off screen. */
  async see(target: Locator): Promise<void> {
    await this.#wait(target.waitFor())
    const box = await target.boundingBox()
    const screen = this.page.viewportSize()?.height ?? 0
    if (!box || !screen) return
    const beyond = Math.max(box.y + Math.min(box.height, screen) - screen, -box.y, 0)
    this.#scrolls += Math.ceil(beyond / (screen * scrolled))
    await target.scrollIntoViewIfNeeded()
  }

  effort(): Effort {
    const [presses, scrolls, typed] = [this.#presses, this.#scrolls, this.#typed]
    const seconds = presses * (decide + point + pressDown) + scrolls * point + typed * key + this.#waited / 1000
    return { presses, scrolls, typed, seconds }
  }

  async #wait(done: Promise<unknown>): Promise<void> {
    const began = performance.now()
    await done
    this.#waited += performance.now() - began
  }
}
