import { useEffect } from 'react'
import { href } from 'react-router'
import { useReading } from '../../shell/portal/use-reading.ts'
import { defaultFundName } from '../documents.ts'

/** @returns the names of the funds to choose from, the default one first; only the default until they are loaded */
export function useFunds(): string[] {
  const { load, data = [] } = useReading<string[]>()
  useEffect(() => {
    load(href('/profile/funds'))
  }, [load])
  return [...new Set([defaultFundName, ...data])]
}
