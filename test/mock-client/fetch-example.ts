import { expectCalls, useScenario } from '../../mock-client/library'

const world = await useScenario({ description: 'No posts', data: { blogs: { none: true } } })
console.log(await world.call('blogs'))
await expectCalls(world, [{ operation: 'blogs', times: 1 }])
await world.end()
