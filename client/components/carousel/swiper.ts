/** The parts of Swiper that a slider uses, as one file that is loaded when they are needed. */
export { Swiper } from 'swiper'
export { Mousewheel } from 'swiper/modules'
