/** A disclosure before an agreement to get something electronically. */
export type ConsentTexts = {
  /** Change it with any word: it is stored with each consent. */
  version: string
  /** The parts' questions and answers. */
  parts: readonly { title: string; text: string }[]
  /** The statement that the person agrees to by typing the word. */
  agreement: string
}
