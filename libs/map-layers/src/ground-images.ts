import type { Map as MapLibreMap } from 'maplibre-gl';
import { css } from './colours.js';
import type { MapPalette } from './types.js';

/** Images are drawn at twice their size on the map, for dense screens. */
const PIXEL_RATIO = 2;
const PATTERN_PX = 16;
export const MAP_FONT = '"Inter Variable", sans-serif';
const TEXT_PX = 12;
const LINE_PX = 16;
const HALO_PX = 2;
const KILOMETRE = 'km:';
const NAME = 'name:';

/** The map shows text as images: glyph files would need a network. */
export const kilometreImage = (km: number): string => `${KILOMETRE}${km}`;
export const nameImage = (name: string): string => `${NAME}${name}`;

const contextOf = (widthPx: number, heightPx: number): CanvasRenderingContext2D => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(widthPx * PIXEL_RATIO);
  canvas.height = Math.ceil(heightPx * PIXEL_RATIO);
  const ctx = canvas.getContext('2d', { willReadFrequently: true });
  if (ctx === null) throw new Error('This browser supports no 2D canvas.');
  ctx.scale(PIXEL_RATIO, PIXEL_RATIO);
  return ctx;
};

const font = `600 ${TEXT_PX}px ${MAP_FONT}`;

const widthOf = (text: string): number => {
  const ctx = contextOf(1, 1);
  ctx.font = font;
  return ctx.measureText(text).width;
};

const chequer = (palette: MapPalette): CanvasRenderingContext2D => {
  const ctx = contextOf(PATTERN_PX, PATTERN_PX);
  const half = PATTERN_PX / 2;
  ctx.fillStyle = css(palette.white);
  ctx.fillRect(0, 0, PATTERN_PX, PATTERN_PX);
  ctx.fillStyle = css(palette.black);
  ctx.fillRect(0, 0, half, half);
  ctx.fillRect(half, half, half, half);
  return ctx;
};

const hatch = (palette: MapPalette): CanvasRenderingContext2D => {
  const sizePx = PATTERN_PX / 2;
  const ctx = contextOf(sizePx, sizePx);
  ctx.strokeStyle = css(palette.boxes);
  ctx.lineWidth = 1.25;
  for (const offset of [-sizePx, 0, sizePx]) {
    ctx.beginPath();
    ctx.moveTo(offset - 1, sizePx + 1);
    ctx.lineTo(offset + sizePx + 1, -1);
    ctx.stroke();
  }
  return ctx;
};

const arrow = (palette: MapPalette): CanvasRenderingContext2D => {
  const ctx = contextOf(16, 16);
  ctx.strokeStyle = css(palette.trackCasing);
  ctx.lineWidth = 2;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(5, 4);
  ctx.lineTo(10, 8);
  ctx.lineTo(5, 12);
  ctx.stroke();
  return ctx;
};

const kilometre = (text: string, palette: MapPalette): CanvasRenderingContext2D => {
  const widthPx = Math.ceil(Math.max(LINE_PX, widthOf(text) + 8));
  const ctx = contextOf(widthPx, LINE_PX);
  ctx.beginPath();
  ctx.roundRect(0, 0, widthPx, LINE_PX, LINE_PX / 2);
  ctx.fillStyle = css(palette.trackCasing);
  ctx.fill();
  ctx.font = font;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = css(palette.track);
  ctx.fillText(text, widthPx / 2, LINE_PX / 2 + 0.5);
  return ctx;
};

const name = (text: string, palette: MapPalette): CanvasRenderingContext2D => {
  const widthPx = Math.ceil(widthOf(text) + HALO_PX * 4);
  const ctx = contextOf(widthPx, LINE_PX + HALO_PX * 2);
  ctx.font = font;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = HALO_PX * 2;
  ctx.strokeStyle = css(palette.textHalo);
  const middle = LINE_PX / 2 + HALO_PX;
  ctx.strokeText(text, widthPx / 2, middle);
  ctx.fillStyle = css(palette.text);
  ctx.fillText(text, widthPx / 2, middle);
  return ctx;
};

/** The image that a layer asks for by name: a pattern, an arrow along the track, a kilometre or a place's name. */
export const drawGroundImage = (id: string, palette: MapPalette): ImageData | null => {
  const ctx =
    id === 'chequer'
      ? chequer(palette)
      : id === 'hatch'
        ? hatch(palette)
        : id === 'arrow'
          ? arrow(palette)
          : id.startsWith(KILOMETRE)
            ? kilometre(id.slice(KILOMETRE.length), palette)
            : id.startsWith(NAME)
              ? name(id.slice(NAME.length), palette)
              : null;
  return ctx === null ? null : ctx.getImageData(0, 0, ctx.canvas.width, ctx.canvas.height);
};

/** Draws each image when the map first needs it, and redraws all in a new palette, until the returned function is called. */
export const provideGroundImages = (map: MapLibreMap, palette: MapPalette): (() => void) => {
  const draw = ({ id }: { id: string }): void => {
    const image = drawGroundImage(id, palette);
    if (image !== null && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
  };
  map.on('styleimagemissing', draw);
  for (const id of map.listImages()) {
    const image = drawGroundImage(id, palette);
    if (image !== null) map.updateImage(id, image);
  }
  return () => void map.off('styleimagemissing', draw);
};
