import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { callZones } from '../../../content/call-zones.ts'
import { localTimeZone, zoneLabel } from '../../../rules/dates.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Button } from '../../shell/ui/button.tsx'
import { SelectField } from '../../shell/ui/field.tsx'
import style from './time-slots.module.css'

/**
 * The time zone in which times are shown: from the address, otherwise the browser's, otherwise the fund's.
 * @param given the server's choice (IANA), which knows only the address
 */
export function useTimeZone(given: string) {
  const [zone, setZone] = useState(given)
  const [query] = useSearchParams()
  const isInAddress = query.has('zone')
  useEffect(() => {
    const own = localTimeZone()
    if (own && !isInAddress) setZone(own)
  }, [isInAddress])
  return [zone, setZone] as const
}

/** A choice of time zones. It takes effect at once with scripts; without, there is a button. */
export function TimeZoneChoice({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const hydrated = useHydrated()
  const [query] = useSearchParams()
  // The visitor's own zone stays on the list when another one is selected.
  const others = new Set([zone, (hydrated && localTimeZone()) || zone].filter(isUnlisted))
  return (
    <form method="get" className={`cluster align-end gap-4 ${style.zone}`}>
      <SelectField
        label="Time zone"
        name="zone"
        {...(hydrated
          ? { value: zone, onChange: event => onChoose(event.currentTarget.value) }
          : { defaultValue: zone })}
      >
        {[...others].map(other => (
          <option key={other} value={other}>
            {zoneLabel(other, callZones)}
          </option>
        ))}
        {callZones.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {/* A form sent with GET replaces the whole query. */}
      {[...query].map(
        ([name, value]) => name !== 'zone' && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {!hydrated && <Button type="submit">Show times</Button>}
    </form>
  )
}

const isUnlisted = (zone: string) => !callZones.some(({ id }) => id === zone)
