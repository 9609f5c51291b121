import { tiers } from '../../content/tiers.ts'
import type { Tier } from '../../content/types.ts'
import { type Column, Ledger } from '../shell/ui/ledger.tsx'
import { tierDesigns } from '../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../shell/ui/rosette/rosette.tsx'
import style from './tier-table.module.css'

const columns: Column<Tier>[] = [
  { header: 'Commitment', role: 'title', cell: tier => <Range tier={tier} /> },
  { header: 'One year', figures: true, cell: tier => `${tier.oneYear}%` },
  { header: 'Two years', figures: true, cell: tier => `${tier.twoYears}%` },
]

/** The tiers and their rates, each with a rosette: the higher the tier, the denser the rosette. */
export function TierTable({ caption }: { caption: string }) {
  return (
    <Ledger caption={caption} columns={columns} rows={[...tiers]} rowKey={tier => tier.name} className={style.table} />
  )
}

function Range({ tier }: { tier: Tier }) {
  const design = tierDesigns[tiers.findIndex(({ name }) => name === tier.name)]
  return (
    <span className={style.range}>
      {design && <Rosette design={design} className={style.rosette} />}
      <span className={style.amount}>{tier.label.replace(' - ', ' – ')}</span>
      <span className={style.name}>{tier.name}</span>
    </span>
  )
}
