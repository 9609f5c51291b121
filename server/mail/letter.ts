import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import { emailHtml } from './layout.ts'
import { siteOrigin } from './mailer.ts'
import type { Message } from './message.ts'

/** A part of a mail, as text and as HTML; a mail has nothing of it where that is empty. */
export interface Part {
  text: string
  html: ReturnType<typeof html> | ''
}

interface Besides extends Pick<Message, 'replyTo' | 'invitation' | 'unsubscribe'> {
  /** What inboxes show after the subject, if not the first part. */
  preview?: string
  /** The end of the text. */
  signature?: string
}

type Recipient = Pick<Message, 'to' | 'person'>

/** For mail that its reader may want to call about. */
export const withPhone = `${fund.name}\n${fund.phone}`

/** Shown below a link into the portal. */
export const signInFirst = 'You’ll be asked to sign in first.'

/** The end of HTML about how a person signs in; text goes without. */
export const alwaysSent: Part = { ...small('We always send messages about the security of your account.'), text: '' }

/**
 * Every e-mail: its parts become text and HTML. An answer goes to the office unless it says otherwise.
 * @param recipient a person of the portal, or an address; none where a mail is made for several
 * @param parts in their order. A string is a paragraph; empty ones are left out
 */
export function letter(
  recipient: Recipient,
  subject: string,
  parts: readonly (Part | string | null | undefined)[],
  { preview, signature = fund.name, ...besides }: Besides = {},
): Message {
  const said = parts.flatMap(part => (typeof part === 'string' ? (part ? paragraph(part) : []) : (part ?? [])))
  const texts = [...said.map(({ text }) => text), signature].filter(Boolean)
  return {
    replyTo: fund.emails.office,
    ...recipient,
    ...besides,
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: emailHtml(preview ?? texts[0] ?? '', html`${said.map(part => part.html)}`).toString(),
  }
}

/** A mail that says something and leads to where the rest is. */
export interface PortalLetter {
  subject: string
  /** In whole sentences. It names no holder, amount, document or digit: what there is to know is in the portal. */
  paragraphs: readonly string[]
  /** Of the page, on this site. */
  path: string
  /** What the link to it says. */
  action: string
}

export function portalLetter(recipient: Recipient, { subject, paragraphs, path, action }: PortalLetter): Message {
  const questions = { ...small(`Questions? Call ${fund.phone}.`), text: '' }
  const parts = [...paragraphs, button(siteOrigin() + path, action, `${action}:`), signInFirst, questions]
  return letter(recipient, subject, parts, { signature: withPhone })
}

function paragraph(text: string): Part {
  return { text, html: html`<p>${text}</p>` }
}

/** Words as they were typed, with their lines. */
export function quoted(text: string): Part {
  return { text, html: text ? html`<p style="white-space:pre-wrap">${text}</p>` : '' }
}

/** The end of the e-mail. */
export function small(text: string): Part {
  return { text, html: html`<p class="small">${text}</p>` }
}

/**
 * The same with a link.
 * @param after a sentence that only the HTML has
 */
export function smallLink(before: string, address: string, words: string, after: string): Part {
  return {
    text: `${before} ${words}:\n${address}`,
    html: html`<p class="small">${before} <a href="${address}">${words}</a>. ${after}</p>`,
  }
}

/** A sentence with the names that it is about. */
export interface Listed {
  sentence: string
  names: readonly { name: string; address?: string | undefined; detail?: string | null | undefined }[]
  /** Said after the sentence, or below the names in text. */
  after?: string
}

/** Most names in one list. */
const namedAtMost = 20

export function listed({ sentence, names, after }: Listed): Part {
  const items = names.slice(0, namedAtMost).map(({ name, address, detail }) => {
    const more = detail?.replaceAll(/\s+/g, ' ')
    return {
      text: `- ${name}${more ? `\n  ${more}` : ''}`,
      html: html`<li>${address ? html`<a href="${address}">${name}</a>` : name}${more && html`<br>${more}`}</li>`,
    }
  })
  const more = names.length > namedAtMost ? `and ${names.length - namedAtMost} more` : undefined
  return {
    text: [sentence, ...items.map(({ text }) => text), more, after].filter(Boolean).join('\n'),
    html:
      names.length === 0
        ? html`<p>${sentence}${after && ` ${after}`}</p>`
        : html`<p>${sentence}</p><ul>${items.map(item => item.html)}${more && html`<li>${more}</li>`}</ul>`,
  }
}

/** Text to type or save elsewhere, such as a command. */
export function typewritten(text: string): Part {
  return { text, html: html`<p><code>${text}</code></p>` }
}

/** A code, alone on its line, so that phones offer to fill it in. A second one is smaller. */
export function codeLine(digits: string, rank?: 'second'): Part {
  return { text: digits, html: html`<p class="code ${rank}">${digits}</p>` }
}

/** Left out where the value is empty. */
export type Fact = readonly [name: string, value: string | null | undefined]

export function factsOf(facts: readonly Fact[]): Part {
  const known = facts.filter(([, value]) => value)
  return {
    text: known.map(([name, value]) => `${name}: ${value}`).join('\n'),
    html: html`<table role="presentation" class="facts">${known.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>`,
  }
}

/**
 * @param address of a page
 * @param action what its button says
 * @param lead what the text says before the address
 */
export function button(address: string, action: string, lead?: string): Part {
  return {
    text: lead ? `${lead}\n${address}` : address,
    html: html`<p class="act"><a href="${address}">${action}</a></p>`,
  }
}
