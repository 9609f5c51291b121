import type { MessageCode } from '../../rules/messages.ts'
import type { ActionResult } from '../helpers/api.ts'
import { type Form, submitOnce } from './submit.ts'
import { pause, type World } from './world.ts'

/** One form of an errand. */
export interface Step {
  form: Form
  /** What it is answered with where an earlier attempt succeeded; 'the same' where it may be repeated. Without it, it isn't. */
  again?: MessageCode | 'the same'
  /** Records that it was answered. */
  answered(): void
}

/**
 * Something that takes several forms, one after the other. A crash may come between any two, and someone goes on in the
 * next round: so crashes meet late steps as often as early ones.
 */
export interface Errand {
  /** What is submitted next; undefined once all is done. */
  next(world: World): Promise<Step | undefined>
  /** Whether the next step was tried before. */
  isTried: boolean
  /** Whether someone is at it. */
  isBusy: boolean
  isOver: boolean
}

/** As many errands of a kind are unfinished at once. */
const most = 4

const known = new WeakMap<World, Map<string, Errand[]>>()

function errandsOf(world: World, kind: string): Errand[] {
  const all = known.get(world) ?? new Map<string, Errand[]>()
  known.set(world, all)
  const errands = all.get(kind) ?? []
  all.set(kind, errands)
  return errands
}

/** @param steps each reads what it needs of the ones before; one that returns nothing only ends something */
export function newErrand(steps: Errand['next'][]): Errand {
  let at = 0
  const next: Errand['next'] = async world => {
    const step = await steps[at]?.(world)
    if (!step) return undefined
    const answered = () => {
      at++
      step.answered()
    }
    return { ...step, answered }
  }
  return { next, isTried: false, isBusy: false, isOver: false }
}

/**
 * Takes one step of an errand, perhaps of a new one.
 * @param begin a new errand; undefined where none can be begun
 */
export async function carryOn(world: World, kind: string, begin: () => Promise<Errand | undefined>): Promise<void> {
  const errands = errandsOf(world, kind)
  const waiting = errands.filter(({ isOver, isBusy }) => !isOver && !isBusy)
  const isFull = errands.filter(({ isOver }) => !isOver).length >= most
  const goesOn = isFull || (waiting.length > 0 && world.random.chance(0.7))
  const errand = goesOn ? waiting.length > 0 && world.random.pick(waiting) : await begin()
  if (!errand) return pause()
  if (!goesOn) errands.push(errand)
  errand.isBusy = true
  try {
    await takeStep(world, errand)
  } finally {
    errand.isBusy = false
  }
}

async function takeStep(world: World, errand: Errand): Promise<void> {
  const step = await errand.next(world)
  if (!step) {
    errand.isOver = true
    return
  }
  const { form, again, answered } = step
  const done = errand.isTried && again !== 'the same' ? again : undefined
  errand.isTried = true
  const answer: ActionResult | undefined = await submitOnce(world, form, done)
  if (answer) {
    answered()
    errand.isTried = false
  } else if (!again) {
    errand.isOver = true
  }
}
