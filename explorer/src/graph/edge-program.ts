import type Sigma from "sigma";
import { EdgeProgram } from "sigma/rendering";
import type { EdgeDisplayData, NodeDisplayData, RenderParams } from "sigma/types";
import { floatColor } from "sigma/utils";
import type { ProgramInfo } from "sigma/rendering";

/** The look of an edge, except its ends and width. */
export interface EdgePaint {
  readonly stroke: string;
  /** From 0 to 1. */
  readonly alpha: number;
  /** Pixels of a dash and of the gap after it; 0 for a continuous line. */
  readonly dash: number;
  /** The bend of the line, in parts of its length. */
  readonly bend: number;
}

const VERTEX = /* glsl */ `
attribute vec2 a_source;
attribute vec2 a_target;
attribute float a_width;
attribute float a_bend;
attribute float a_dash;
attribute float a_alpha;
attribute vec4 a_color;
// The position along the line, and the side of it.
attribute vec2 a_step;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;

varying vec4 v_color;
varying float v_side;
varying float v_along;
varying float v_width;
varying float v_dash;

const float bias = 255.0 / 254.0;

void main() {
  float unit = 2.0 * u_correctionRatio / u_sizeRatio;
  vec2 chord = a_target - a_source;
  vec2 across = vec2(-chord.y, chord.x);
  vec2 control = (a_source + a_target) * 0.5 + across * a_bend * 2.0;
  float t = a_step.x;
  float s = 1.0 - t;
  vec2 at = s * s * a_source + 2.0 * s * t * control + t * t * a_target;
  vec2 direction = s * (control - a_source) + t * (a_target - control);
  float speed = max(length(direction), 1e-9);
  vec2 normal = vec2(-direction.y, direction.x) / speed;
  float reach = a_width * 0.5 + 0.6 * u_sizeRatio;
  gl_Position = vec4((u_matrix * vec3(at + normal * a_step.y * reach * unit, 1)).xy, 0, 1);
  v_side = a_step.y * reach;
  v_along = t * length(chord) * (1.0 + a_bend * a_bend * 2.6) / unit;
  v_width = a_width;
  v_dash = a_dash;
  v_color = vec4(a_color.rgb, a_color.a * bias) * a_alpha;
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying float v_side;
varying float v_along;
varying float v_width;
varying float v_dash;

uniform float u_sizeRatio;
uniform float u_pixelRatio;

void main(void) {
  float soft = 0.6 * u_sizeRatio / u_pixelRatio;
  float ink = 1.0 - smoothstep(v_width * 0.5 - soft, v_width * 0.5 + soft, abs(v_side));
  if (v_dash > 0.0) ink *= step(fract(v_along / (v_dash * 2.0)), 0.5);
  gl_FragColor = v_color * ink;
}
`;

/** One pixel wide, with hard edges. */
const HAIR = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying float v_along;
varying float v_dash;

void main(void) {
  bool isGap = v_dash > 0.0 && fract(v_along / (v_dash * 2.0)) > 0.5;
  gl_FragColor = isGap ? vec4(0.0) : v_color;
}
`;

const UNIFORMS = ["u_matrix", "u_sizeRatio", "u_correctionRatio", "u_pixelRatio"] as const;
const { FLOAT, UNSIGNED_BYTE, TRIANGLES, LINES } = WebGLRenderingContext;

/** The positions of the vertices of a number of pieces, along the line and beside it. */
const stepsOf = (pieces: number): number[] =>
  Array.from({ length: pieces }, (_, i) => {
    const [from, to] = [i / pieces, (i + 1) / pieces];
    return [from, -1, to, -1, from, 1, from, 1, to, -1, to, 1];
  }).flat();

/**
 * Draws a relationship as a curve of some straight pieces, so that several between the same two
 * entities can be distinguished. Every vertex carries all attributes, because drawing instances
 * takes software rendering ten times as long.
 */
abstract class LineProgram extends EdgeProgram<(typeof UNIFORMS)[number]> {
  /** Edges cannot be picked, so they are not drawn a second time for that. */
  constructor(gl: WebGLRenderingContext, _picking: WebGLFramebuffer | null, renderer: Sigma) {
    super(gl, null, renderer);
  }

  /** The constructor of the base class calls these methods, so they cannot be fields. */
  protected abstract get steps(): readonly number[];
  protected get form(): { readonly method: number; readonly fragment: string } {
    return { method: TRIANGLES, fragment: FRAGMENT };
  }

  override getDefinition() {
    return {
      VERTICES: this.steps.length / 2,
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: this.form.fragment,
      METHOD: this.form.method,
      UNIFORMS,
      ATTRIBUTES: [
        { name: "a_source", size: 2, type: FLOAT },
        { name: "a_target", size: 2, type: FLOAT },
        { name: "a_width", size: 1, type: FLOAT },
        { name: "a_bend", size: 1, type: FLOAT },
        { name: "a_dash", size: 1, type: FLOAT },
        { name: "a_alpha", size: 1, type: FLOAT },
        { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_step", size: 2, type: FLOAT },
      ],
    };
  }

  override processVisibleItem(
    _index: number,
    start: number,
    source: NodeDisplayData,
    target: NodeDisplayData,
    data: EdgeDisplayData & Partial<EdgePaint>,
  ): void {
    const { array, steps } = this;
    let i = start;
    array[i++] = source.x;
    array[i++] = source.y;
    array[i++] = target.x;
    array[i++] = target.y;
    array[i++] = data.size;
    array[i++] = data.bend ?? 0;
    array[i++] = data.dash ?? 0;
    array[i++] = data.alpha ?? 1;
    array[i++] = floatColor(data.stroke ?? data.color);
    const own = i - start;
    for (let step = 0; step < steps.length; step += 2) {
      const at = start + (step / 2) * (own + 2);
      if (step > 0) array.copyWithin(at, start, start + own);
      array[at + own] = steps[step] ?? 0;
      array[at + own + 1] = steps[step + 1] ?? 0;
    }
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    gl.uniformMatrix3fv(uniformLocations["u_matrix"] ?? null, false, params.matrix);
    gl.uniform1f(uniformLocations["u_sizeRatio"] ?? null, params.sizeRatio);
    gl.uniform1f(uniformLocations["u_correctionRatio"] ?? null, params.correctionRatio);
    gl.uniform1f(uniformLocations["u_pixelRatio"] ?? null, params.pixelRatio);
  }
}

const CURVE = stepsOf(12);
const HAIR_ENDS = [0, 0, 1, 0];

export class CurveProgram extends LineProgram {
  protected override get steps(): readonly number[] {
    return CURVE;
  }
}

/**
 * Draws edges of graphs with thousands of relationships, where nobody can distinguish parallel
 * ones. Filling a line as an area takes software rendering twice as long.
 */
export class HairProgram extends LineProgram {
  protected override get steps(): readonly number[] {
    return HAIR_ENDS;
  }
  protected override get form() {
    return { method: LINES, fragment: HAIR };
  }
}
