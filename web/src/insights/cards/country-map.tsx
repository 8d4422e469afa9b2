import { countryOfNumber } from '@kontor/contract/codes/country-numbers'
import type { Slice } from '../../ui/charts/slice.ts'
import { WorldMap } from '../../ui/charts/world/world-map.tsx'

interface CountryMapProps {
  label: string
  description: string
  countries: readonly Slice[]
  exact: (value: number) => string
}

const codeOf = (number: string): string | undefined => countryOfNumber[number]

export function CountryMap(props: CountryMapProps) {
  return <WorldMap {...props} codeOf={codeOf} />
}
