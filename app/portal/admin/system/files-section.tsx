import { countOf } from '../../../../rules/number.ts'
import type { SystemState } from '../../../../server/system/system-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { storageSize } from '../../../ui/file-size.ts'
import { Fact, Section } from './facts.tsx'
import { isAlmostFull } from './problems.tsx'
import { SweptFacts } from './swept-facts.tsx'

export function FilesSection({ files: stored, sweep }: Pick<SystemState, 'files' | 'sweep'>) {
  const { place, isReachable, files, bytes, free } = stored
  return (
    <Section title="Files" note="The documents that people and the fund have uploaded.">
      <Fact name="Stored">
        {files === 0 ? 'No files yet. They will be counted here.' : `${countOf(files, 'file')}, ${storageSize(bytes)}`}
      </Fact>
      <Fact name="Where">
        {place} {!isReachable && <Badge tone="danger">Doesn’t answer</Badge>}
      </Fact>
      {isReachable && (
        <Fact name="Free">
          {free === undefined ? 'No limit of its own' : storageSize(free)}{' '}
          {isAlmostFull(stored) && <Badge tone="danger">Almost full</Badge>}
        </Fact>
      )}
      <SweptFacts sweep={sweep} />
    </Section>
  )
}
