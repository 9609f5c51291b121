import type { Locator, Page } from '@playwright/test'

/**
 * Seconds for what a hand and a head do, by the keystroke-level model (Card, Moran and Newell, "The keystroke-level
 * model for user performance time with interactive systems", 1980): a decision, pointing at something, pressing it, and
 * typing one character as an average typist. A scroll by most of a screen counts like pointing.
 */
const decide = 1.35
const point = 1.1
const pressDown = 0.2
const key = 0.28
/** How much of the screen one scroll moves. */
const scrolled = 0.8

/** What somebody had to do for a task. */
export interface Effort {
  /** Presses of a button, a link or a field. */
  presses: number
  /** Scrolls by most of a screen, to get at something or to see it. */
  scrolls: number
  /** Characters typed. */
  typed: number
  /** Of the model for all that, and of waiting for the site. */
  seconds: number
}

/** Uses a page as a person does, and counts. */
export class Hand {
  readonly page: Page
  #presses = 0
  #scrolls = 0
  #typed = 0
  #waited = 0

  constructor(page: Page) {
    this.page = page
  }

  /** Presses something, once it is there. */
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

  /** Types into the field that has the focus already. */
  async enter(target: Locator, text: string): Promise<void> {
    await this.#wait(this.page.waitForFunction(it => it === document.activeElement, await target.elementHandle()))
    await target.fill(text)
    this.#typed += text.length
  }

  /** Presses a key that does something, such as Enter. */
  async key(name: string): Promise<void> {
    await this.#wait(this.page.keyboard.press(name))
    this.#presses++
  }

  /** Presses something that asks for a file, and picks one: another press. */
  async choose(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.chooseAll(target, [file])
  }

  /** Presses something that asks for files, and picks all of a folder: another press. */
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

  /** What has to be done in another program, or by somebody else. */
  elsewhere({ presses, typed, scrolls = 0 }: Pick<Effort, 'presses' | 'typed'> & Partial<Effort>): void {
    this.#presses += presses
    this.#typed += typed
    this.#scrolls += scrolls
  }

  /** Waits until something is there, and scrolls to it where it is out of sight. */
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
