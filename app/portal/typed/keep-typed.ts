import { isSecretField } from '../../../rules/kept-fields.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { replayOn } from '../../boot/event-replay.tsx'
import { routerState } from '../../router-state.ts'
import { onAuthEvent } from '../../session.tsx'
import { nextPage } from '../next-page.ts'

/*
 * What was typed survives a session that has ended. On the way to the sign-in page all forms of the page are kept in the tab's
 * own storage; once the same person has signed in and is back, each is filled in again as it appears. It is forgotten then,
 * and where the form is sent, the person signs out here, or another person signs in.
 */

/** How long (ms) a page must be as it is: a form that has just appeared may still set its own values. */
const settled = 100

/** Prefix of the `sessionStorage` keys, before the page's address. */
const prefix = 'promissory.typed:'

/** A field, which among those of its name, and what it has: its text, or whether it is checked. */
type KeptField = [key: string, at: number, has: string | boolean]
/** A form, which among those of its key. */
type KeptForm = { form: string; at: number; fields: KeptField[] }
type Kept = { owner: string; forms: KeptForm[] }

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const typedTypes = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'time',
  'month',
  'search',
  'textarea',
  'select-one',
]

/** Browser middleware of the sign-in page. */
export function keepOnTheWay({ request }: { request: Request }): void {
  // After a sign-out nobody comes back to this page.
  if (request.method === 'GET' && nextPage(new URL(request.url).searchParams.get('next')) === here()) keepTyped()
}

if (typeof document !== 'undefined') onAuthEvent(event => event === 'SIGNED_IN' && restoreTyped())

/** Keeps what has been typed on this page. */
function keepTyped(): void {
  const owner = person()
  if (!owner || !location.pathname.startsWith('/profile')) return
  const forms = postedForms()
    .map(({ form, key, at }) => ({ form: key, at, fields: fieldsOf(form).flatMap(keptOf) }))
    .filter(({ fields }) => fields.length > 0)
  if (forms.length > 0) write(here(), { owner, forms })
}

/** Fills in what was kept, now and as its forms appear; what another person has typed is forgotten. */
export function restoreTyped(): void {
  stop?.()
  if (keptAddresses().length === 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(fillIn, settled)
  })
  watch.observe(document, { childList: true, subtree: true })
  addEventListener('submit', forgetSent)
  stop = () => {
    clearTimeout(timer)
    watch.disconnect()
    removeEventListener('submit', forgetSent)
  }
}

let stop: (() => void) | undefined

const keptAddresses = () =>
  Object.keys(sessionStorage).flatMap(key => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))

/** @returns the id of whom the page of the portal was loaded for */
function person(): string | undefined {
  const loaded = routerState()?.loaderData['portal/portal-layout']
  return loaded && typeof loaded === 'object' && 'me' in loaded ? (loaded.me as Actor).id : undefined
}

function fillIn(): void {
  const reader = person()
  if (!reader) return
  for (const address of keptAddresses())
    if (read(address)?.owner !== reader) sessionStorage.removeItem(prefix + address)
  const kept = read(here())
  if (!kept) return
  const present = postedForms()
  // Before the form has been hydrated its fields aren't the page's yet.
  if (document.documentElement.dataset.ready === undefined) return
  let found = false
  for (const keptForm of kept.forms) {
    const form = present.find(each => each.form && each.key === keptForm.form && each.at === keptForm.at)?.form
    if (!form) continue
    const fields = fieldsOf(form)
    keptForm.fields = keptForm.fields.filter(([key, at, has]) => {
      const field = fields.filter(each => each.key === key)[at]?.control
      if (!field) return true
      found = true
      put(field, has)
      return false
    })
  }
  if (found) write(here(), kept)
}

function forgetSent({ target }: Event): void {
  const kept = read(here())
  const sent = postedForms().find(({ form }) => form === target)
  if (!kept || !sent) return
  kept.forms = kept.forms.filter(({ form, at }) => form !== sent.key || at !== sent.at)
  write(here(), kept)
}

const here = () => location.pathname + location.search

function read(address: string): Kept | undefined {
  return JSON.parse(sessionStorage.getItem(prefix + address) ?? 'null') ?? undefined
}

function write(address: string, { owner, forms }: Kept): void {
  const left = forms.filter(({ fields }) => fields.length > 0)
  if (left.length > 0) sessionStorage.setItem(prefix + address, JSON.stringify({ owner, forms: left }))
  else sessionStorage.removeItem(prefix + address)
}

/** @returns the page's forms that change something, each with where it is sent, what it asks for, and which of these it is */
function postedForms(): { form: HTMLFormElement; key: string; at: number }[] {
  const counts = new Map<string, number>()
  return [...document.forms]
    .filter(form => form.getAttribute('method') === 'post')
    .map(form => {
      const to = new URL(form.getAttribute('action') ?? '', location.href).pathname
      const intent = form.querySelector<HTMLInputElement>('input[type=hidden][name=intent]')?.value ?? ''
      const key = `${to} ${intent}`
      const at = counts.get(key) ?? 0
      counts.set(key, at + 1)
      return { form, key, at }
    })
}

/** @returns the fields that a person fills in; a box or a choice of several is known by its value, too */
function fieldsOf(form: HTMLFormElement): { control: Control; key: string }[] {
  return [...form.elements].flatMap(element => {
    const control = element as Control
    const { name, type, value } = control
    if (!name || control.disabled) return []
    if (type === 'checkbox' || type === 'radio') return [{ control, key: `${name}=${value}` }]
    return typedTypes.includes(type) && !isSecret(control) ? [{ control, key: name }] : []
  })
}

function isSecret({ name, value, autocomplete }: Control): boolean {
  return /code|password|cc-/.test(autocomplete) || isSecretField(name, value)
}

function keptOf(
  { control, key }: { control: Control; key: string },
  index: number,
  all: readonly { key: string }[],
): KeptField[] {
  const at = all.slice(0, index).filter(each => each.key === key).length
  if (!isBox(control)) return control.value ? [[key, at, control.value]] : []
  return control.checked !== control.defaultChecked ? [[key, at, control.checked]] : []
}

function put(control: Control, has: string | boolean): void {
  if (isBox(control)) {
    if (control.checked !== has) replayOn(control, { value: control.value, checked: has === true })
  } else if (control.value !== has) replayOn(control, { value: String(has), checked: false })
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}
