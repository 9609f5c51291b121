import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { fromCents } from '../../../rules/number.ts'
import { amountStep, rateOf, type TermYears } from '../../../rules/returns.ts'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { Field } from '../../shell/ui/field.tsx'
import {
  type AmountChange,
  readAmount,
  type SettledAmount,
  settleAmount,
  type TierAmount,
  type TierOption,
} from './amount.ts'
import style from './amount-field.module.css'

type Props = {
  settled: SettledAmount
  years: TermYears
  onChange: (settled: SettledAmount) => void
}

const dollars = (amount: number) => fromCents(Math.round(amount * 100))

/** After this pause (ms) in typing, an amount below the tier's minimum counts too: no more digits will follow. */
const typingPause = 700

/**
 * The exact amount (specification section 5), typed in any usual notation. The text is left alone during typing, and
 * counts as soon as it reaches the chosen tier's minimum; a pause, leaving the field or pressing Enter settles it. The
 * arrow keys change it by `amountStep`.
 */
export function AmountField({ settled, years, onChange }: Props) {
  const { tier, amount, change } = settled
  /** The text being typed, and the tier chosen before. */
  const [typing, setTyping] = useState<{ text: string; tier: TierOption }>()
  const [unreadable, setUnreadable] = useState(false)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])

  const onType = (text: string) => {
    const chosen = typing?.tier ?? tier
    setTyping({ text, tier: chosen })
    setUnreadable(false)
    clearTimeout(pause.current)
    const typed = readAmount(text)
    if (typed === undefined) return
    const settle = () => onChange(settleAmount(typed, chosen))
    if (typed >= chosen.from) settle()
    else pause.current = setTimeout(settle, typingPause)
  }
  const finish = () => {
    clearTimeout(pause.current)
    if (!typing) return
    const typed = readAmount(typing.text)
    setUnreadable(typed === undefined && typing.text.trim() !== '')
    // An emptied field shows the current amount again.
    if (typed !== undefined || !typing.text.trim()) setTyping(undefined)
    if (typed !== undefined) onChange(settleAmount(typed, typing.tier))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: amountStep, ArrowDown: -amountStep }[event.key]
    if (event.key === 'Enter') finish()
    if (!step) return
    event.preventDefault()
    clearTimeout(pause.current)
    setTyping(undefined)
    setUnreadable(false)
    onChange(settleAmount(amount + step, tier))
  }
  return (
    <div className={`stack gap-3 ${style.amount}`}>
      <Field
        label={texts.amount.label}
        hint={texts.amount.range(dollars(tier.from), dollars(tier.to))}
        error={unreadable && texts.amount.unreadable}
        role="spinbutton"
        aria-valuemin={tier.from}
        aria-valuemax={tier.to}
        aria-valuenow={amount}
        aria-valuetext={dollars(amount)}
        name="amount"
        inputMode="decimal"
        placeholder={`Min: ${dollars(tier.from)}`}
        autoComplete="off"
        value={typing?.text ?? dollars(amount)}
        onChange={event => onType(event.currentTarget.value)}
        onFocus={event => event.currentTarget.select()}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
      <div role="status">
        {change && !unreadable && (
          <ChangeNotice tier={tier} amount={amount} change={change} years={years} onChange={onChange} />
        )}
      </div>
    </div>
  )
}

type ChangeNoticeProps = TierAmount & { change: AmountChange } & Pick<Props, 'years' | 'onChange'>

/** How the typed amount was changed, and a button for the alternative. */
function ChangeNotice({ tier, amount, change: { kind, typed, other }, years, onChange }: ChangeNoticeProps) {
  const rate = (of: TierOption) => `${rateOf(of, years)}%`
  // The figures are for another amount than the typed one.
  const isReset = kind !== 'rounded'
  const box = useRef<HTMLDivElement>(null)
  // On a phone the field may be the last visible thing, and the reader's eyes are on it.
  useEffect(() => {
    const isTyping = document.activeElement?.getAttribute('name') === 'amount'
    if (isReset && typed && isTyping) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isReset, typed])
  return (
    <div ref={box} className={classes(`stack start gap-3 ${style.change}`, isReset && `medium raised ${style.reset}`)}>
      <p>
        {texts.amount.changed[kind]({
          typed: dollars(typed),
          amount: dollars(amount),
          tier: tier.label,
          rate: rate(tier),
        })}
      </p>
      {other && (
        <Button
          variant={isReset ? 'primary' : 'quiet'}
          size={isReset ? 'normal' : 'small'}
          wide={isReset}
          onClick={() => onChange(other)}
        >
          {texts.amount.other({ amount: dollars(other.amount), rate: rate(other.tier) })}
        </Button>
      )}
    </div>
  )
}
