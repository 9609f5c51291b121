import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { calls } from '../../../content/calls.ts'
import { ownZone, zoneLabel } from '../../../rules/dates.ts'
import { useHydrated } from '../../hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import style from './time-slots.module.css'

/**
 * Whose hours times are shown in: what the address says, else what the browser says, else the fund's.
 * @param given by the server, which knows only the address
 */
export function useTimeZone(given: string) {
  const [zone, setZone] = useState(given)
  const [query] = useSearchParams()
  const asked = query.has('zone')
  useEffect(() => {
    const own = ownZone()
    if (own && !asked) setZone(own)
  }, [asked])
  return [zone, setZone] as const
}

/** The choice of the time zone: at once with scripts, by a button without. */
export function TimeZoneChoice({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const hydrated = useHydrated()
  const known = calls.zones.some(({ id }) => id === zone)
  return (
    <form method="get" className={style.zone}>
      <SelectField
        label="Time zone"
        name="zone"
        {...(hydrated
          ? { value: zone, onChange: event => onChoose(event.currentTarget.value) }
          : { defaultValue: zone })}
      >
        {!known && <option value={zone}>{zoneLabel(zone, calls.zones)}</option>}
        {calls.zones.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {!hydrated && <Button type="submit">Show times</Button>}
    </form>
  )
}
