import { describe, expect, it } from 'vitest'
import { mannWhitney } from './mann-whitney.ts'

// scipy.stats.mannwhitneyu(method='asymptotic', use_continuity=False)
const evens = Array.from({ length: 20 }, (_, index) => 2 * index)

describe('the test for a difference', () => {
  it('finds none between equals, and less than one in ten million between what does not overlap', () => {
    expect(mannWhitney(evens, evens)).toBeCloseTo(1, 6)
    expect(mannWhitney([3, 3, 3], [3, 3, 3])).toBeCloseTo(1, 6)
    expect(
      mannWhitney(
        evens,
        evens.map((value) => value + 100),
      ),
    ).toBeLessThan(1e-7)
  })

  it('is that of the textbook', () => {
    // Mann and Whitney’s own figures: U = 4 of 5 × 5 is z = -1.7756, p = 0.0758.
    expect(mannWhitney([1, 2, 3, 5, 8], [4, 6, 7, 9, 10])).toBeCloseTo(0.0758, 3)
  })

  it('finds a small shift in many values, whatever their order', () => {
    const many = Array.from({ length: 1000 }, (_, index) => (index * 7919) % 1000)
    const shifted = many.map((value) => value + 60)
    expect(mannWhitney(many, shifted)).toBeLessThan(0.001)
    expect(mannWhitney(many, [...many].reverse())).toBeGreaterThan(0.9)
  })
})
