import { NodeProgram } from "sigma/rendering";
import type { NodeDisplayData, RenderParams } from "sigma/types";
import { floatColor } from "sigma/utils";
import type { ProgramInfo } from "sigma/rendering";

/** The look of a node, except its position and size. */
export interface NodePaint {
  /** Index of the shape in `SHAPES`. */
  readonly shape: number;
  /** The colours are opaque, because edges end under a node. */
  readonly fill: string;
  readonly stroke: string;
  /** From 0 to 1. */
  readonly alpha: number;
  readonly isDashed: boolean;
  readonly ring: string | null;
  readonly isRingDashed: boolean;
}

const VERTEX = /* glsl */ `
attribute vec4 a_id;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute vec4 a_fill;
attribute vec4 a_stroke;
attribute vec4 a_ring;
// Opacity, and whether the outline and the ring are dashed.
attribute vec3 a_look;
attribute vec2 a_corner;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;

varying vec4 v_fill;
varying vec4 v_stroke;
varying vec4 v_ring;
varying vec3 v_look;
varying vec2 v_at;
varying float v_radius;
varying float v_shape;

// Room for soft edges, and for the ring of nodes that have one.
const float bare = 2.0;
const float ringed = 9.0;
const float bias = 255.0 / 254.0;

void main() {
  v_at = a_corner * (a_size * 1.2 + (a_ring.a > 0.0 ? ringed : bare));
  vec2 offset = v_at * 2.0 * u_correctionRatio / u_sizeRatio;
  gl_Position = vec4((u_matrix * vec3(a_position + offset, 1)).xy, 0, 1);
  v_radius = a_size;
  v_shape = a_shape;
  v_look = a_look;
  #ifdef PICKING_MODE
  v_fill = a_id;
  #else
  v_fill = a_fill;
  #endif
  v_fill.a *= bias;
  v_stroke = a_stroke;
  v_ring = a_ring;
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;

varying vec4 v_fill;
varying vec4 v_stroke;
varying vec4 v_ring;
varying vec3 v_look;
varying vec2 v_at;
varying float v_radius;
varying float v_shape;

uniform float u_sizeRatio;
uniform float u_pixelRatio;

// Software rendering computes every branch for every pixel and is slow for angles, so the distance
// to a polygon is the largest of the distances to its sides.
float shapeDistance(vec2 p, float r) {
  vec2 q = abs(p);
  if (v_shape < 0.5) return length(p) - r;
  if (v_shape < 1.5) return (q.x + q.y - 1.2 * r) * 0.7071;
  if (v_shape < 2.5) {
    vec2 corner = q - vec2(0.9 * r - 2.0);
    return length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - 2.0;
  }
  if (v_shape < 3.5) return max(q.x, 0.5 * q.x + 0.8660254 * q.y) - 0.95 * r;
  if (v_shape < 4.5) {
    float y = p.y + 0.12 * r;
    return max(-y, 0.8660254 * q.x + 0.5 * y) - 0.66 * r;
  }
  return max(-p.y, max(0.9510565 * q.x - 0.309017 * p.y, 0.5877853 * q.x + 0.809017 * p.y)) - 0.88 * r;
}

// Whether an outline is visible at a part of a turn. Dashes have about three pixels.
float inked(float isDashed, float r, float turn) {
  float dashes = floor(6.2831853 * r / 5.5);
  return max(1.0 - isDashed, step(fract(turn * dashes), 0.55));
}

void main(void) {
  float d = shapeDistance(v_at, v_radius);
  #ifdef PICKING_MODE
  if (d > 6.0 || v_look.x < 0.05) discard;
  gl_FragColor = v_fill;
  #else
  float soft = 0.75 * u_sizeRatio / u_pixelRatio;
  float turn = atan(v_at.y, v_at.x) / 6.2831853 + 0.5;
  float body = 1.0 - smoothstep(-soft, soft, d - 0.9);
  float line = (1.0 - smoothstep(-soft, soft, abs(d) - 0.9)) * inked(v_look.y, v_radius, turn);
  vec4 ink = mix(vec4(v_fill.rgb, 1.0) * body, vec4(v_stroke.rgb, 1.0), line);
  if (v_ring.a > 0.0) {
    float ringRadius = v_radius + 5.5;
    float ring = (1.0 - smoothstep(-soft, soft, abs(length(v_at) - ringRadius) - 1.1)) * inked(v_look.z, ringRadius, turn) * v_ring.a;
    ink = mix(ink, vec4(v_ring.rgb, 1.0), ring);
  }
  gl_FragColor = ink * v_look.x;
  #endif
}
`;

const UNIFORMS = ["u_matrix", "u_sizeRatio", "u_correctionRatio", "u_pixelRatio"] as const;
const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext;
const NO_RING = "rgba(0,0,0,0)";

/** The corners of the two triangles in which a shape is drawn. */
const CORNERS = [-1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, 1];
const VERTICES = CORNERS.length / 2;

/**
 * Draws an entity: a shape by its type, filled, hollow or dashed, with a ring if it is marked.
 * Every vertex carries all attributes, because drawing instances takes software rendering ten times
 * as long.
 */
export class ShapeProgram extends NodeProgram<(typeof UNIFORMS)[number]> {
  override getDefinition() {
    return {
      VERTICES,
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: FRAGMENT,
      METHOD: TRIANGLES,
      UNIFORMS,
      ATTRIBUTES: [
        { name: "a_position", size: 2, type: FLOAT },
        { name: "a_size", size: 1, type: FLOAT },
        { name: "a_shape", size: 1, type: FLOAT },
        { name: "a_fill", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_stroke", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_ring", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_look", size: 3, type: FLOAT },
        { name: "a_id", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_corner", size: 2, type: FLOAT },
      ],
    };
  }

  override processVisibleItem(
    index: number,
    start: number,
    data: NodeDisplayData & Partial<NodePaint>,
  ): void {
    const { array } = this;
    let i = start;
    array[i++] = data.x;
    array[i++] = data.y;
    array[i++] = data.size;
    array[i++] = data.shape ?? 0;
    array[i++] = floatColor(data.fill ?? data.color);
    array[i++] = floatColor(data.stroke ?? data.color);
    array[i++] = floatColor(data.ring ?? NO_RING);
    array[i++] = data.alpha ?? 1;
    array[i++] = data.isDashed ? 1 : 0;
    array[i++] = data.isRingDashed ? 1 : 0;
    array[i++] = index;
    // The vertices of a node differ only in their corner, the last two values of each.
    const end = i + 2;
    for (let vertex = 0; vertex < VERTICES; vertex++) {
      const at = start + vertex * (end - start);
      if (vertex > 0) array.copyWithin(at, start, end);
      array[at + i - start] = CORNERS[vertex * 2] ?? 0;
      array[at + i - start + 1] = CORNERS[vertex * 2 + 1] ?? 0;
    }
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    gl.uniformMatrix3fv(uniformLocations["u_matrix"] ?? null, false, params.matrix);
    gl.uniform1f(uniformLocations["u_sizeRatio"] ?? null, params.sizeRatio);
    gl.uniform1f(uniformLocations["u_correctionRatio"] ?? null, params.correctionRatio);
    gl.uniform1f(uniformLocations["u_pixelRatio"] ?? null, params.pixelRatio);
  }
}
