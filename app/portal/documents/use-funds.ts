import { useEffect } from 'react'
import { href } from 'react-router'
import { defaultFundName } from '../../../rules/documents.ts'
import { useReading } from '../use-reading.ts'

/** @returns the names of the funds to choose from, the default one first; only the default until they are loaded */
export function useFunds(): string[] {
  const { load, data = [] } = useReading<string[]>()
  useEffect(() => {
    load(href('/profile/funds'))
  }, [load])
  return [...new Set([defaultFundName, ...data])]
}
