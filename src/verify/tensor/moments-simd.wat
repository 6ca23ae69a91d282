;; Moments of blocks of 1024 bytes. scripts/generate-word-scan.ts assembles it into moments-module.ts.
;;
;; The same additions in the same order as momentsOf and joinMoments (contract/moments.ts): four sums side by side, of which
;; element i goes into sum i mod 4, so that both give the same bits.
(module
  (import "host" "memory" (memory 1))
  ;; Of the block that was looked at last.
  (global $count (mut f64) (f64.const 0))
  (global $min (mut f64) (f64.const 0))
  (global $max (mut f64) (f64.const 0))
  (global $mean (mut f64) (f64.const 0))
  (global $squares (mut f64) (f64.const 0))

  (func $four (param $ab v128) (param $cd v128) (result f64)
    (f64.add
      (f64.add (f64x2.extract_lane 0 (local.get $ab)) (f64x2.extract_lane 1 (local.get $ab)))
      (f64.add (f64x2.extract_lane 0 (local.get $cd)) (f64x2.extract_lane 1 (local.get $cd)))))

  (func $low (param $floats v128) (result v128) (f64x2.promote_low_f32x4 (local.get $floats)))
  (func $high (param $floats v128) (result v128)
    (f64x2.promote_low_f32x4
      (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $floats) (local.get $floats))))

  ;; Of 32-bit floats; what a turn does stands in it, for V8 calls what is called. Answers 0 where one is not finite, which their sum tells.
  (func $floats (param $from i32) (param $to i32) (result i32)
    (local $at i32) (local $four v128) (local $ab v128) (local $cd v128) (local $min v128) (local $max v128)
    (local $mean v128) (local $apart v128) (local $sum f64)
    (local.set $at (local.get $from))
    (local.set $min (f32x4.splat (f32.const inf)))
    (local.set $max (f32x4.splat (f32.const -inf)))
    (loop $next
      (local.set $four (v128.load (local.get $at)))
      (local.set $ab (f64x2.add (local.get $ab) (f64x2.promote_low_f32x4 (local.get $four))))
      (local.set $cd (f64x2.add (local.get $cd) (f64x2.promote_low_f32x4
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four)))))
      (local.set $min (f32x4.pmin (local.get $min) (local.get $four)))
      (local.set $max (f32x4.pmax (local.get $max) (local.get $four)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $to))))
    (local.set $sum (call $four (local.get $ab) (local.get $cd)))
    (if (f64.ne (f64.sub (local.get $sum) (local.get $sum)) (f64.const 0)) (then (return (i32.const 0))))
    (global.set $count
      (f64.convert_i32_u (i32.shr_u (i32.sub (local.get $to) (local.get $from)) (i32.const 2))))
    (global.set $mean (f64.div (local.get $sum) (global.get $count)))
    (call $takeLeast
      (f64x2.min (call $low (local.get $min)) (call $high (local.get $min)))
      (f64x2.max (call $low (local.get $max)) (call $high (local.get $max))))
    (local.set $mean (f64x2.splat (global.get $mean)))
    (local.set $ab (v128.const i32x4 0 0 0 0))
    (local.set $cd (v128.const i32x4 0 0 0 0))
    (local.set $at (local.get $from))
    (loop $next
      (local.set $four (v128.load (local.get $at)))
      (local.set $apart (f64x2.sub (f64x2.promote_low_f32x4 (local.get $four)) (local.get $mean)))
      (local.set $ab (f64x2.add (local.get $ab) (f64x2.mul (local.get $apart) (local.get $apart))))
      (local.set $apart (f64x2.sub (f64x2.promote_low_f32x4
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $four) (local.get $four))) (local.get $mean)))
      (local.set $cd (f64x2.add (local.get $cd) (f64x2.mul (local.get $apart) (local.get $apart))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $to))))
    (global.set $squares (call $four (local.get $ab) (local.get $cd)))
    (i32.const 1))

  ;; The same of 64-bit floats.
  (func $doubles (param $from i32) (param $to i32) (result i32)
    (local $at i32) (local $two v128) (local $ab v128) (local $cd v128) (local $min v128) (local $max v128)
    (local $mean v128) (local $sum f64)
    (local.set $at (local.get $from))
    (local.set $min (f64x2.splat (f64.const inf)))
    (local.set $max (f64x2.splat (f64.const -inf)))
    (loop $next
      (local.set $two (v128.load (local.get $at)))
      (local.set $ab (f64x2.add (local.get $ab) (local.get $two)))
      (local.set $min (f64x2.pmin (local.get $min) (local.get $two)))
      (local.set $max (f64x2.pmax (local.get $max) (local.get $two)))
      (local.set $two (v128.load offset=16 (local.get $at)))
      (local.set $cd (f64x2.add (local.get $cd) (local.get $two)))
      (local.set $min (f64x2.pmin (local.get $min) (local.get $two)))
      (local.set $max (f64x2.pmax (local.get $max) (local.get $two)))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $to))))
    (local.set $sum (call $four (local.get $ab) (local.get $cd)))
    (if (f64.ne (f64.sub (local.get $sum) (local.get $sum)) (f64.const 0)) (then (return (i32.const 0))))
    (global.set $count
      (f64.convert_i32_u (i32.shr_u (i32.sub (local.get $to) (local.get $from)) (i32.const 3))))
    (global.set $mean (f64.div (local.get $sum) (global.get $count)))
    (call $takeLeast (local.get $min) (local.get $max))
    (local.set $mean (f64x2.splat (global.get $mean)))
    (local.set $ab (v128.const i32x4 0 0 0 0))
    (local.set $cd (v128.const i32x4 0 0 0 0))
    (local.set $at (local.get $from))
    (loop $next
      (local.set $two (f64x2.sub (v128.load (local.get $at)) (local.get $mean)))
      (local.set $ab (f64x2.add (local.get $ab) (f64x2.mul (local.get $two) (local.get $two))))
      (local.set $two (f64x2.sub (v128.load offset=16 (local.get $at)) (local.get $mean)))
      (local.set $cd (f64x2.add (local.get $cd) (f64x2.mul (local.get $two) (local.get $two))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $to))))
    (global.set $squares (call $four (local.get $ab) (local.get $cd)))
    (i32.const 1))

  ;; Of two candidates each. No zero has a sign afterwards, for which was met first differs.
  (func $takeLeast (param $min v128) (param $max v128)
    (global.set $min
      (f64.add (f64.const 0)
        (f64.min (f64x2.extract_lane 0 (local.get $min)) (f64x2.extract_lane 1 (local.get $min)))))
    (global.set $max
      (f64.add (f64.const 0)
        (f64.max (f64x2.extract_lane 0 (local.get $max)) (f64x2.extract_lane 1 (local.get $max))))))

  ;; A block of halves as 32-bit floats at $to, four a turn. Those of the smallest exponent have no leading one: they get it, and it
  ;; is taken away as a float, so that nothing here is a denormal of 32 bits. Answers 0 where one is not finite.
  (func $widenHalves (param $from i32) (param $to i32) (result i32)
    (local $end i32) (local $four v128) (local $size v128) (local $shifted v128) (local $most v128)
    (local.set $end (i32.add (local.get $from) (i32.const 1024)))
    (loop $next
      (local.set $four (v128.load16x4_u (local.get $from)))
      (local.set $size (v128.and (local.get $four) (v128.const i32x4 0x7fff 0x7fff 0x7fff 0x7fff)))
      (local.set $most (i32x4.max_u (local.get $most) (local.get $size)))
      (local.set $shifted (i32x4.shl (local.get $size) (i32.const 13)))
      (v128.store (local.get $to)
        (v128.or
          (i32x4.shl (v128.and (local.get $four) (v128.const i32x4 0x8000 0x8000 0x8000 0x8000)) (i32.const 16))
          (v128.bitselect
            (f32x4.sub
              (i32x4.add (local.get $shifted) (v128.const i32x4 0x38800000 0x38800000 0x38800000 0x38800000))
              (v128.const i32x4 0x38800000 0x38800000 0x38800000 0x38800000))
            (i32x4.add (local.get $shifted) (v128.const i32x4 0x38000000 0x38000000 0x38000000 0x38000000))
            (i32x4.lt_u (local.get $size) (v128.const i32x4 0x400 0x400 0x400 0x400)))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end))))
    (i32.eqz
      (v128.any_true (i32x4.ge_u (local.get $most) (v128.const i32x4 0x7c00 0x7c00 0x7c00 0x7c00)))))

  ;; The same of the upper halves of 32-bit floats; of one that is not finite $floats will tell.
  (func $widenUppers (param $from i32) (param $to i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $from) (i32.const 1024)))
    (loop $next
      (v128.store (local.get $to) (i32x4.shl (v128.load16x4_u (local.get $from)) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; $kind: 0 float32, 1 float64, 2 float16, 3 bfloat16. $wide: room for 2048 bytes.
  (func $block (param $at i32) (param $kind i32) (param $wide i32) (result i32)
    (if (i32.eqz (local.get $kind))
      (then (return (call $floats (local.get $at) (i32.add (local.get $at) (i32.const 1024))))))
    (if (i32.eq (local.get $kind) (i32.const 1))
      (then (return (call $doubles (local.get $at) (i32.add (local.get $at) (i32.const 1024))))))
    (if (i32.eq (local.get $kind) (i32.const 2))
      (then
        (if (i32.eqz (call $widenHalves (local.get $at) (local.get $wide))) (then (return (i32.const 0)))))
      (else (call $widenUppers (local.get $at) (local.get $wide))))
    (call $floats (local.get $wide) (i32.add (local.get $wide) (i32.const 2048))))

  ;; Joins the block to what is at $state, 64-bit floats: 0 count, 8 min, 16 max, 24 mean, 32 squares.
  (func $join (param $state i32)
    (local $before f64) (local $count f64) (local $apart f64)
    (local.set $before (f64.load (local.get $state)))
    (if (f64.eq (local.get $before) (f64.const 0))
      (then
        (f64.store (local.get $state) (global.get $count))
        (f64.store offset=8 (local.get $state) (global.get $min))
        (f64.store offset=16 (local.get $state) (global.get $max))
        (f64.store offset=24 (local.get $state) (global.get $mean))
        (f64.store offset=32 (local.get $state) (global.get $squares))
        (return)))
    (local.set $count (f64.add (local.get $before) (global.get $count)))
    (local.set $apart (f64.sub (global.get $mean) (f64.load offset=24 (local.get $state))))
    (f64.store (local.get $state) (local.get $count))
    (f64.store offset=8 (local.get $state) (f64.min (f64.load offset=8 (local.get $state)) (global.get $min)))
    (f64.store offset=16 (local.get $state) (f64.max (f64.load offset=16 (local.get $state)) (global.get $max)))
    (f64.store offset=24 (local.get $state)
      (f64.add (f64.load offset=24 (local.get $state))
        (f64.div (f64.mul (local.get $apart) (global.get $count)) (local.get $count))))
    (f64.store offset=32 (local.get $state)
      (f64.add
        (f64.add (f64.load offset=32 (local.get $state)) (global.get $squares))
        (f64.div
          (f64.mul
            (f64.mul (f64.mul (local.get $apart) (local.get $apart)) (local.get $before))
            (global.get $count))
          (local.get $count)))))

  ;; Answers how many blocks were joined: all, or those before the first in which something is not finite.
  (func (export "moments")
    (param $at i32) (param $blocks i32) (param $kind i32) (param $state i32) (param $wide i32) (result i32)
    (local $done i32)
    (block $stop
      (loop $next
        (br_if $stop (i32.eq (local.get $done) (local.get $blocks)))
        (br_if $stop (i32.eqz (call $block (local.get $at) (local.get $kind) (local.get $wide))))
        (call $join (local.get $state))
        (local.set $at (i32.add (local.get $at) (i32.const 1024)))
        (local.set $done (i32.add (local.get $done) (i32.const 1)))
        (br $next)))
    (local.get $done)))
