// SPDX-License-Identifier: MIT OR Apache-2.0
/*
 * Blocks of PTX made by tools/gen-cuda-field: field.cuh has the contracts. Operands are words of 32 bits, least
 * significant first: the result, then the inputs.
 */
#ifndef SL_BACKENDS_CUDA_GEN_FIELD_PTX_CUH
#define SL_BACKENDS_CUDA_GEN_FIELD_PTX_CUH

#define SL_PTX_FP_MUL \
    "{ .reg .u32 t<168>; mul.lo.u32 t0, %13, %24; mul.hi.u32 t1, %13, %24; mul.lo.u32 t2, %15, %24;" \
    "mul.hi.u32 t3, %15, %24; mul.lo.u32 t4, %17, %24; mul.hi.u32 t5, %17, %24; mul.lo.u32 t6, %19, %24;" \
    "mul.hi.u32 t7, %19, %24; mul.lo.u32 t8, %21, %24; mul.hi.u32 t9, %21, %24; mul.lo.u32 t10, %23, %24;" \
    "mul.hi.u32 t11, %23, %24; mul.lo.u32 t12, %12, %24; mul.hi.u32 t13, %12, %24; mul.lo.u32 t14, %14, %24;" \
    "mul.hi.u32 t15, %14, %24; mul.lo.u32 t16, %16, %24; mul.hi.u32 t17, %16, %24; mul.lo.u32 t18, %18, %24;" \
    "mul.hi.u32 t19, %18, %24; mul.lo.u32 t20, %20, %24; mul.hi.u32 t21, %20, %24; mul.lo.u32 t22, %22, %24;" \
    "mul.hi.u32 t23, %22, %24; mul.lo.u32 t24, t12, 0xfffcfffd; mad.lo.cc.u32 t0, 0xb9feffff, t24, t0;" \
    "madc.hi.cc.u32 t1, 0xb9feffff, t24, t1; madc.lo.cc.u32 t2, 0x1eabfffe, t24, t2;" \
    "madc.hi.cc.u32 t3, 0x1eabfffe, t24, t3; madc.lo.cc.u32 t4, 0x6730d2a0, t24, t4;" \
    "madc.hi.cc.u32 t5, 0x6730d2a0, t24, t5; madc.lo.cc.u32 t6, 0x64774b84, t24, t6;" \
    "madc.hi.cc.u32 t7, 0x64774b84, t24, t7; madc.lo.cc.u32 t8, 0x4b1ba7b6, t24, t8;" \
    "madc.hi.cc.u32 t9, 0x4b1ba7b6, t24, t9; madc.lo.cc.u32 t10, 0x1a0111ea, t24, t10;" \
    "madc.hi.u32 t11, 0x1a0111ea, t24, t11; mad.lo.cc.u32 t12, 0xffffaaab, t24, t12;" \
    "madc.hi.cc.u32 t13, 0xffffaaab, t24, t13; madc.lo.cc.u32 t14, 0xb153ffff, t24, t14;" \
    "madc.hi.cc.u32 t15, 0xb153ffff, t24, t15; madc.lo.cc.u32 t16, 0xf6b0f624, t24, t16;" \
    "madc.hi.cc.u32 t17, 0xf6b0f624, t24, t17; madc.lo.cc.u32 t18, 0xf38512bf, t24, t18;" \
    "madc.hi.cc.u32 t19, 0xf38512bf, t24, t19; madc.lo.cc.u32 t20, 0x434bacd7, t24, t20;" \
    "madc.hi.cc.u32 t21, 0x434bacd7, t24, t21; madc.lo.cc.u32 t22, 0x397fe69a, t24, t22;" \
    "madc.hi.cc.u32 t23, 0x397fe69a, t24, t23; addc.u32 t11, t11, 0; add.cc.u32 t0, t0, t13;" \
    "madc.lo.cc.u32 t25, %13, %25, t14; madc.hi.cc.u32 t26, %13, %25, t15; madc.lo.cc.u32 t27, %15, %25, t16;" \
    "madc.hi.cc.u32 t28, %15, %25, t17; madc.lo.cc.u32 t29, %17, %25, t18; madc.hi.cc.u32 t30, %17, %25, t19;" \
    "madc.lo.cc.u32 t31, %19, %25, t20; madc.hi.cc.u32 t32, %19, %25, t21; madc.lo.cc.u32 t33, %21, %25, t22;" \
    "madc.hi.cc.u32 t34, %21, %25, t23; madc.lo.cc.u32 t35, %23, %25, 0; madc.hi.u32 t36, %23, %25, 0;" \
    "mad.lo.cc.u32 t0, %12, %25, t0; madc.hi.cc.u32 t1, %12, %25, t1; madc.lo.cc.u32 t2, %14, %25, t2;" \
    "madc.hi.cc.u32 t3, %14, %25, t3; madc.lo.cc.u32 t4, %16, %25, t4; madc.hi.cc.u32 t5, %16, %25, t5;" \
    "madc.lo.cc.u32 t6, %18, %25, t6; madc.hi.cc.u32 t7, %18, %25, t7; madc.lo.cc.u32 t8, %20, %25, t8;" \
    "madc.hi.cc.u32 t9, %20, %25, t9; madc.lo.cc.u32 t10, %22, %25, t10; madc.hi.cc.u32 t11, %22, %25, t11;" \
    "addc.u32 t36, t36, 0; mul.lo.u32 t37, t0, 0xfffcfffd; mad.lo.cc.u32 t25, 0xb9feffff, t37, t25;" \
    "madc.hi.cc.u32 t26, 0xb9feffff, t37, t26; madc.lo.cc.u32 t27, 0x1eabfffe, t37, t27;" \
    "madc.hi.cc.u32 t28, 0x1eabfffe, t37, t28; madc.lo.cc.u32 t29, 0x6730d2a0, t37, t29;" \
    "madc.hi.cc.u32 t30, 0x6730d2a0, t37, t30; madc.lo.cc.u32 t31, 0x64774b84, t37, t31;" \
    "madc.hi.cc.u32 t32, 0x64774b84, t37, t32; madc.lo.cc.u32 t33, 0x4b1ba7b6, t37, t33;" \
    "madc.hi.cc.u32 t34, 0x4b1ba7b6, t37, t34; madc.lo.cc.u32 t35, 0x1a0111ea, t37, t35;" \
    "madc.hi.u32 t36, 0x1a0111ea, t37, t36; mad.lo.cc.u32 t0, 0xffffaaab, t37, t0;" \
    "madc.hi.cc.u32 t1, 0xffffaaab, t37, t1; madc.lo.cc.u32 t2, 0xb153ffff, t37, t2;" \
    "madc.hi.cc.u32 t3, 0xb153ffff, t37, t3; madc.lo.cc.u32 t4, 0xf6b0f624, t37, t4;" \
    "madc.hi.cc.u32 t5, 0xf6b0f624, t37, t5; madc.lo.cc.u32 t6, 0xf38512bf, t37, t6;" \
    "madc.hi.cc.u32 t7, 0xf38512bf, t37, t7; madc.lo.cc.u32 t8, 0x434bacd7, t37, t8;" \
    "madc.hi.cc.u32 t9, 0x434bacd7, t37, t9; madc.lo.cc.u32 t10, 0x397fe69a, t37, t10;" \
    "madc.hi.cc.u32 t11, 0x397fe69a, t37, t11; addc.u32 t36, t36, 0; add.cc.u32 t25, t25, t1;" \
    "madc.lo.cc.u32 t38, %13, %26, t2; madc.hi.cc.u32 t39, %13, %26, t3; madc.lo.cc.u32 t40, %15, %26, t4;" \
    "madc.hi.cc.u32 t41, %15, %26, t5; madc.lo.cc.u32 t42, %17, %26, t6; madc.hi.cc.u32 t43, %17, %26, t7;" \
    "madc.lo.cc.u32 t44, %19, %26, t8; madc.hi.cc.u32 t45, %19, %26, t9; madc.lo.cc.u32 t46, %21, %26, t10;" \
    "madc.hi.cc.u32 t47, %21, %26, t11; madc.lo.cc.u32 t48, %23, %26, 0; madc.hi.u32 t49, %23, %26, 0;" \
    "mad.lo.cc.u32 t25, %12, %26, t25; madc.hi.cc.u32 t26, %12, %26, t26; madc.lo.cc.u32 t27, %14, %26, t27;" \
    "madc.hi.cc.u32 t28, %14, %26, t28; madc.lo.cc.u32 t29, %16, %26, t29; madc.hi.cc.u32 t30, %16, %26, t30;" \
    "madc.lo.cc.u32 t31, %18, %26, t31; madc.hi.cc.u32 t32, %18, %26, t32; madc.lo.cc.u32 t33, %20, %26, t33;" \
    "madc.hi.cc.u32 t34, %20, %26, t34; madc.lo.cc.u32 t35, %22, %26, t35; madc.hi.cc.u32 t36, %22, %26, t36;" \
    "addc.u32 t49, t49, 0; mul.lo.u32 t50, t25, 0xfffcfffd; mad.lo.cc.u32 t38, 0xb9feffff, t50, t38;" \
    "madc.hi.cc.u32 t39, 0xb9feffff, t50, t39; madc.lo.cc.u32 t40, 0x1eabfffe, t50, t40;" \
    "madc.hi.cc.u32 t41, 0x1eabfffe, t50, t41; madc.lo.cc.u32 t42, 0x6730d2a0, t50, t42;" \
    "madc.hi.cc.u32 t43, 0x6730d2a0, t50, t43; madc.lo.cc.u32 t44, 0x64774b84, t50, t44;" \
    "madc.hi.cc.u32 t45, 0x64774b84, t50, t45; madc.lo.cc.u32 t46, 0x4b1ba7b6, t50, t46;" \
    "madc.hi.cc.u32 t47, 0x4b1ba7b6, t50, t47; madc.lo.cc.u32 t48, 0x1a0111ea, t50, t48;" \
    "madc.hi.u32 t49, 0x1a0111ea, t50, t49; mad.lo.cc.u32 t25, 0xffffaaab, t50, t25;" \
    "madc.hi.cc.u32 t26, 0xffffaaab, t50, t26; madc.lo.cc.u32 t27, 0xb153ffff, t50, t27;" \
    "madc.hi.cc.u32 t28, 0xb153ffff, t50, t28; madc.lo.cc.u32 t29, 0xf6b0f624, t50, t29;" \
    "madc.hi.cc.u32 t30, 0xf6b0f624, t50, t30; madc.lo.cc.u32 t31, 0xf38512bf, t50, t31;" \
    "madc.hi.cc.u32 t32, 0xf38512bf, t50, t32; madc.lo.cc.u32 t33, 0x434bacd7, t50, t33;" \
    "madc.hi.cc.u32 t34, 0x434bacd7, t50, t34; madc.lo.cc.u32 t35, 0x397fe69a, t50, t35;" \
    "madc.hi.cc.u32 t36, 0x397fe69a, t50, t36; addc.u32 t49, t49, 0; add.cc.u32 t38, t38, t26;" \
    "madc.lo.cc.u32 t51, %13, %27, t27; madc.hi.cc.u32 t52, %13, %27, t28; madc.lo.cc.u32 t53, %15, %27, t29;" \
    "madc.hi.cc.u32 t54, %15, %27, t30; madc.lo.cc.u32 t55, %17, %27, t31; madc.hi.cc.u32 t56, %17, %27, t32;" \
    "madc.lo.cc.u32 t57, %19, %27, t33; madc.hi.cc.u32 t58, %19, %27, t34; madc.lo.cc.u32 t59, %21, %27, t35;" \
    "madc.hi.cc.u32 t60, %21, %27, t36; madc.lo.cc.u32 t61, %23, %27, 0; madc.hi.u32 t62, %23, %27, 0;" \
    "mad.lo.cc.u32 t38, %12, %27, t38; madc.hi.cc.u32 t39, %12, %27, t39; madc.lo.cc.u32 t40, %14, %27, t40;" \
    "madc.hi.cc.u32 t41, %14, %27, t41; madc.lo.cc.u32 t42, %16, %27, t42; madc.hi.cc.u32 t43, %16, %27, t43;" \
    "madc.lo.cc.u32 t44, %18, %27, t44; madc.hi.cc.u32 t45, %18, %27, t45; madc.lo.cc.u32 t46, %20, %27, t46;" \
    "madc.hi.cc.u32 t47, %20, %27, t47; madc.lo.cc.u32 t48, %22, %27, t48; madc.hi.cc.u32 t49, %22, %27, t49;" \
    "addc.u32 t62, t62, 0; mul.lo.u32 t63, t38, 0xfffcfffd; mad.lo.cc.u32 t51, 0xb9feffff, t63, t51;" \
    "madc.hi.cc.u32 t52, 0xb9feffff, t63, t52; madc.lo.cc.u32 t53, 0x1eabfffe, t63, t53;" \
    "madc.hi.cc.u32 t54, 0x1eabfffe, t63, t54; madc.lo.cc.u32 t55, 0x6730d2a0, t63, t55;" \
    "madc.hi.cc.u32 t56, 0x6730d2a0, t63, t56; madc.lo.cc.u32 t57, 0x64774b84, t63, t57;" \
    "madc.hi.cc.u32 t58, 0x64774b84, t63, t58; madc.lo.cc.u32 t59, 0x4b1ba7b6, t63, t59;" \
    "madc.hi.cc.u32 t60, 0x4b1ba7b6, t63, t60; madc.lo.cc.u32 t61, 0x1a0111ea, t63, t61;" \
    "madc.hi.u32 t62, 0x1a0111ea, t63, t62; mad.lo.cc.u32 t38, 0xffffaaab, t63, t38;" \
    "madc.hi.cc.u32 t39, 0xffffaaab, t63, t39; madc.lo.cc.u32 t40, 0xb153ffff, t63, t40;" \
    "madc.hi.cc.u32 t41, 0xb153ffff, t63, t41; madc.lo.cc.u32 t42, 0xf6b0f624, t63, t42;" \
    "madc.hi.cc.u32 t43, 0xf6b0f624, t63, t43; madc.lo.cc.u32 t44, 0xf38512bf, t63, t44;" \
    "madc.hi.cc.u32 t45, 0xf38512bf, t63, t45; madc.lo.cc.u32 t46, 0x434bacd7, t63, t46;" \
    "madc.hi.cc.u32 t47, 0x434bacd7, t63, t47; madc.lo.cc.u32 t48, 0x397fe69a, t63, t48;" \
    "madc.hi.cc.u32 t49, 0x397fe69a, t63, t49; addc.u32 t62, t62, 0; add.cc.u32 t51, t51, t39;" \
    "madc.lo.cc.u32 t64, %13, %28, t40; madc.hi.cc.u32 t65, %13, %28, t41; madc.lo.cc.u32 t66, %15, %28, t42;" \
    "madc.hi.cc.u32 t67, %15, %28, t43; madc.lo.cc.u32 t68, %17, %28, t44; madc.hi.cc.u32 t69, %17, %28, t45;" \
    "madc.lo.cc.u32 t70, %19, %28, t46; madc.hi.cc.u32 t71, %19, %28, t47; madc.lo.cc.u32 t72, %21, %28, t48;" \
    "madc.hi.cc.u32 t73, %21, %28, t49; madc.lo.cc.u32 t74, %23, %28, 0; madc.hi.u32 t75, %23, %28, 0;" \
    "mad.lo.cc.u32 t51, %12, %28, t51; madc.hi.cc.u32 t52, %12, %28, t52; madc.lo.cc.u32 t53, %14, %28, t53;" \
    "madc.hi.cc.u32 t54, %14, %28, t54; madc.lo.cc.u32 t55, %16, %28, t55; madc.hi.cc.u32 t56, %16, %28, t56;" \
    "madc.lo.cc.u32 t57, %18, %28, t57; madc.hi.cc.u32 t58, %18, %28, t58; madc.lo.cc.u32 t59, %20, %28, t59;" \
    "madc.hi.cc.u32 t60, %20, %28, t60; madc.lo.cc.u32 t61, %22, %28, t61; madc.hi.cc.u32 t62, %22, %28, t62;" \
    "addc.u32 t75, t75, 0; mul.lo.u32 t76, t51, 0xfffcfffd; mad.lo.cc.u32 t64, 0xb9feffff, t76, t64;" \
    "madc.hi.cc.u32 t65, 0xb9feffff, t76, t65; madc.lo.cc.u32 t66, 0x1eabfffe, t76, t66;" \
    "madc.hi.cc.u32 t67, 0x1eabfffe, t76, t67; madc.lo.cc.u32 t68, 0x6730d2a0, t76, t68;" \
    "madc.hi.cc.u32 t69, 0x6730d2a0, t76, t69; madc.lo.cc.u32 t70, 0x64774b84, t76, t70;" \
    "madc.hi.cc.u32 t71, 0x64774b84, t76, t71; madc.lo.cc.u32 t72, 0x4b1ba7b6, t76, t72;" \
    "madc.hi.cc.u32 t73, 0x4b1ba7b6, t76, t73; madc.lo.cc.u32 t74, 0x1a0111ea, t76, t74;" \
    "madc.hi.u32 t75, 0x1a0111ea, t76, t75; mad.lo.cc.u32 t51, 0xffffaaab, t76, t51;" \
    "madc.hi.cc.u32 t52, 0xffffaaab, t76, t52; madc.lo.cc.u32 t53, 0xb153ffff, t76, t53;" \
    "madc.hi.cc.u32 t54, 0xb153ffff, t76, t54; madc.lo.cc.u32 t55, 0xf6b0f624, t76, t55;" \
    "madc.hi.cc.u32 t56, 0xf6b0f624, t76, t56; madc.lo.cc.u32 t57, 0xf38512bf, t76, t57;" \
    "madc.hi.cc.u32 t58, 0xf38512bf, t76, t58; madc.lo.cc.u32 t59, 0x434bacd7, t76, t59;" \
    "madc.hi.cc.u32 t60, 0x434bacd7, t76, t60; madc.lo.cc.u32 t61, 0x397fe69a, t76, t61;" \
    "madc.hi.cc.u32 t62, 0x397fe69a, t76, t62; addc.u32 t75, t75, 0; add.cc.u32 t64, t64, t52;" \
    "madc.lo.cc.u32 t77, %13, %29, t53; madc.hi.cc.u32 t78, %13, %29, t54; madc.lo.cc.u32 t79, %15, %29, t55;" \
    "madc.hi.cc.u32 t80, %15, %29, t56; madc.lo.cc.u32 t81, %17, %29, t57; madc.hi.cc.u32 t82, %17, %29, t58;" \
    "madc.lo.cc.u32 t83, %19, %29, t59; madc.hi.cc.u32 t84, %19, %29, t60; madc.lo.cc.u32 t85, %21, %29, t61;" \
    "madc.hi.cc.u32 t86, %21, %29, t62; madc.lo.cc.u32 t87, %23, %29, 0; madc.hi.u32 t88, %23, %29, 0;" \
    "mad.lo.cc.u32 t64, %12, %29, t64; madc.hi.cc.u32 t65, %12, %29, t65; madc.lo.cc.u32 t66, %14, %29, t66;" \
    "madc.hi.cc.u32 t67, %14, %29, t67; madc.lo.cc.u32 t68, %16, %29, t68; madc.hi.cc.u32 t69, %16, %29, t69;" \
    "madc.lo.cc.u32 t70, %18, %29, t70; madc.hi.cc.u32 t71, %18, %29, t71; madc.lo.cc.u32 t72, %20, %29, t72;" \
    "madc.hi.cc.u32 t73, %20, %29, t73; madc.lo.cc.u32 t74, %22, %29, t74; madc.hi.cc.u32 t75, %22, %29, t75;" \
    "addc.u32 t88, t88, 0; mul.lo.u32 t89, t64, 0xfffcfffd; mad.lo.cc.u32 t77, 0xb9feffff, t89, t77;" \
    "madc.hi.cc.u32 t78, 0xb9feffff, t89, t78; madc.lo.cc.u32 t79, 0x1eabfffe, t89, t79;" \
    "madc.hi.cc.u32 t80, 0x1eabfffe, t89, t80; madc.lo.cc.u32 t81, 0x6730d2a0, t89, t81;" \
    "madc.hi.cc.u32 t82, 0x6730d2a0, t89, t82; madc.lo.cc.u32 t83, 0x64774b84, t89, t83;" \
    "madc.hi.cc.u32 t84, 0x64774b84, t89, t84; madc.lo.cc.u32 t85, 0x4b1ba7b6, t89, t85;" \
    "madc.hi.cc.u32 t86, 0x4b1ba7b6, t89, t86; madc.lo.cc.u32 t87, 0x1a0111ea, t89, t87;" \
    "madc.hi.u32 t88, 0x1a0111ea, t89, t88; mad.lo.cc.u32 t64, 0xffffaaab, t89, t64;" \
    "madc.hi.cc.u32 t65, 0xffffaaab, t89, t65; madc.lo.cc.u32 t66, 0xb153ffff, t89, t66;" \
    "madc.hi.cc.u32 t67, 0xb153ffff, t89, t67; madc.lo.cc.u32 t68, 0xf6b0f624, t89, t68;" \
    "madc.hi.cc.u32 t69, 0xf6b0f624, t89, t69; madc.lo.cc.u32 t70, 0xf38512bf, t89, t70;" \
    "madc.hi.cc.u32 t71, 0xf38512bf, t89, t71; madc.lo.cc.u32 t72, 0x434bacd7, t89, t72;" \
    "madc.hi.cc.u32 t73, 0x434bacd7, t89, t73; madc.lo.cc.u32 t74, 0x397fe69a, t89, t74;" \
    "madc.hi.cc.u32 t75, 0x397fe69a, t89, t75; addc.u32 t88, t88, 0; add.cc.u32 t77, t77, t65;" \
    "madc.lo.cc.u32 t90, %13, %30, t66; madc.hi.cc.u32 t91, %13, %30, t67; madc.lo.cc.u32 t92, %15, %30, t68;" \
    "madc.hi.cc.u32 t93, %15, %30, t69; madc.lo.cc.u32 t94, %17, %30, t70; madc.hi.cc.u32 t95, %17, %30, t71;" \
    "madc.lo.cc.u32 t96, %19, %30, t72; madc.hi.cc.u32 t97, %19, %30, t73; madc.lo.cc.u32 t98, %21, %30, t74;" \
    "madc.hi.cc.u32 t99, %21, %30, t75; madc.lo.cc.u32 t100, %23, %30, 0; madc.hi.u32 t101, %23, %30, 0;" \
    "mad.lo.cc.u32 t77, %12, %30, t77; madc.hi.cc.u32 t78, %12, %30, t78; madc.lo.cc.u32 t79, %14, %30, t79;" \
    "madc.hi.cc.u32 t80, %14, %30, t80; madc.lo.cc.u32 t81, %16, %30, t81; madc.hi.cc.u32 t82, %16, %30, t82;" \
    "madc.lo.cc.u32 t83, %18, %30, t83; madc.hi.cc.u32 t84, %18, %30, t84; madc.lo.cc.u32 t85, %20, %30, t85;" \
    "madc.hi.cc.u32 t86, %20, %30, t86; madc.lo.cc.u32 t87, %22, %30, t87; madc.hi.cc.u32 t88, %22, %30, t88;" \
    "addc.u32 t101, t101, 0; mul.lo.u32 t102, t77, 0xfffcfffd; mad.lo.cc.u32 t90, 0xb9feffff, t102, t90;" \
    "madc.hi.cc.u32 t91, 0xb9feffff, t102, t91; madc.lo.cc.u32 t92, 0x1eabfffe, t102, t92;" \
    "madc.hi.cc.u32 t93, 0x1eabfffe, t102, t93; madc.lo.cc.u32 t94, 0x6730d2a0, t102, t94;" \
    "madc.hi.cc.u32 t95, 0x6730d2a0, t102, t95; madc.lo.cc.u32 t96, 0x64774b84, t102, t96;" \
    "madc.hi.cc.u32 t97, 0x64774b84, t102, t97; madc.lo.cc.u32 t98, 0x4b1ba7b6, t102, t98;" \
    "madc.hi.cc.u32 t99, 0x4b1ba7b6, t102, t99; madc.lo.cc.u32 t100, 0x1a0111ea, t102, t100;" \
    "madc.hi.u32 t101, 0x1a0111ea, t102, t101; mad.lo.cc.u32 t77, 0xffffaaab, t102, t77;" \
    "madc.hi.cc.u32 t78, 0xffffaaab, t102, t78; madc.lo.cc.u32 t79, 0xb153ffff, t102, t79;" \
    "madc.hi.cc.u32 t80, 0xb153ffff, t102, t80; madc.lo.cc.u32 t81, 0xf6b0f624, t102, t81;" \
    "madc.hi.cc.u32 t82, 0xf6b0f624, t102, t82; madc.lo.cc.u32 t83, 0xf38512bf, t102, t83;" \
    "madc.hi.cc.u32 t84, 0xf38512bf, t102, t84; madc.lo.cc.u32 t85, 0x434bacd7, t102, t85;" \
    "madc.hi.cc.u32 t86, 0x434bacd7, t102, t86; madc.lo.cc.u32 t87, 0x397fe69a, t102, t87;" \
    "madc.hi.cc.u32 t88, 0x397fe69a, t102, t88; addc.u32 t101, t101, 0; add.cc.u32 t90, t90, t78;" \
    "madc.lo.cc.u32 t103, %13, %31, t79; madc.hi.cc.u32 t104, %13, %31, t80; madc.lo.cc.u32 t105, %15, %31, t81;" \
    "madc.hi.cc.u32 t106, %15, %31, t82; madc.lo.cc.u32 t107, %17, %31, t83; madc.hi.cc.u32 t108, %17, %31, t84;" \
    "madc.lo.cc.u32 t109, %19, %31, t85; madc.hi.cc.u32 t110, %19, %31, t86; madc.lo.cc.u32 t111, %21, %31, t87;" \
    "madc.hi.cc.u32 t112, %21, %31, t88; madc.lo.cc.u32 t113, %23, %31, 0; madc.hi.u32 t114, %23, %31, 0;" \
    "mad.lo.cc.u32 t90, %12, %31, t90; madc.hi.cc.u32 t91, %12, %31, t91; madc.lo.cc.u32 t92, %14, %31, t92;" \
    "madc.hi.cc.u32 t93, %14, %31, t93; madc.lo.cc.u32 t94, %16, %31, t94; madc.hi.cc.u32 t95, %16, %31, t95;" \
    "madc.lo.cc.u32 t96, %18, %31, t96; madc.hi.cc.u32 t97, %18, %31, t97; madc.lo.cc.u32 t98, %20, %31, t98;" \
    "madc.hi.cc.u32 t99, %20, %31, t99; madc.lo.cc.u32 t100, %22, %31, t100; madc.hi.cc.u32 t101, %22, %31, t101;" \
    "addc.u32 t114, t114, 0; mul.lo.u32 t115, t90, 0xfffcfffd; mad.lo.cc.u32 t103, 0xb9feffff, t115, t103;" \
    "madc.hi.cc.u32 t104, 0xb9feffff, t115, t104; madc.lo.cc.u32 t105, 0x1eabfffe, t115, t105;" \
    "madc.hi.cc.u32 t106, 0x1eabfffe, t115, t106; madc.lo.cc.u32 t107, 0x6730d2a0, t115, t107;" \
    "madc.hi.cc.u32 t108, 0x6730d2a0, t115, t108; madc.lo.cc.u32 t109, 0x64774b84, t115, t109;" \
    "madc.hi.cc.u32 t110, 0x64774b84, t115, t110; madc.lo.cc.u32 t111, 0x4b1ba7b6, t115, t111;" \
    "madc.hi.cc.u32 t112, 0x4b1ba7b6, t115, t112; madc.lo.cc.u32 t113, 0x1a0111ea, t115, t113;" \
    "madc.hi.u32 t114, 0x1a0111ea, t115, t114; mad.lo.cc.u32 t90, 0xffffaaab, t115, t90;" \
    "madc.hi.cc.u32 t91, 0xffffaaab, t115, t91; madc.lo.cc.u32 t92, 0xb153ffff, t115, t92;" \
    "madc.hi.cc.u32 t93, 0xb153ffff, t115, t93; madc.lo.cc.u32 t94, 0xf6b0f624, t115, t94;" \
    "madc.hi.cc.u32 t95, 0xf6b0f624, t115, t95; madc.lo.cc.u32 t96, 0xf38512bf, t115, t96;" \
    "madc.hi.cc.u32 t97, 0xf38512bf, t115, t97; madc.lo.cc.u32 t98, 0x434bacd7, t115, t98;" \
    "madc.hi.cc.u32 t99, 0x434bacd7, t115, t99; madc.lo.cc.u32 t100, 0x397fe69a, t115, t100;" \
    "madc.hi.cc.u32 t101, 0x397fe69a, t115, t101; addc.u32 t114, t114, 0; add.cc.u32 t103, t103, t91;" \
    "madc.lo.cc.u32 t116, %13, %32, t92; madc.hi.cc.u32 t117, %13, %32, t93; madc.lo.cc.u32 t118, %15, %32, t94;" \
    "madc.hi.cc.u32 t119, %15, %32, t95; madc.lo.cc.u32 t120, %17, %32, t96; madc.hi.cc.u32 t121, %17, %32, t97;" \
    "madc.lo.cc.u32 t122, %19, %32, t98; madc.hi.cc.u32 t123, %19, %32, t99; madc.lo.cc.u32 t124, %21, %32, t100;" \
    "madc.hi.cc.u32 t125, %21, %32, t101; madc.lo.cc.u32 t126, %23, %32, 0; madc.hi.u32 t127, %23, %32, 0;" \
    "mad.lo.cc.u32 t103, %12, %32, t103; madc.hi.cc.u32 t104, %12, %32, t104; madc.lo.cc.u32 t105, %14, %32, t105;" \
    "madc.hi.cc.u32 t106, %14, %32, t106; madc.lo.cc.u32 t107, %16, %32, t107; madc.hi.cc.u32 t108, %16, %32, t108;" \
    "madc.lo.cc.u32 t109, %18, %32, t109; madc.hi.cc.u32 t110, %18, %32, t110; madc.lo.cc.u32 t111, %20, %32, t111;" \
    "madc.hi.cc.u32 t112, %20, %32, t112; madc.lo.cc.u32 t113, %22, %32, t113; madc.hi.cc.u32 t114, %22, %32, t114;" \
    "addc.u32 t127, t127, 0; mul.lo.u32 t128, t103, 0xfffcfffd; mad.lo.cc.u32 t116, 0xb9feffff, t128, t116;" \
    "madc.hi.cc.u32 t117, 0xb9feffff, t128, t117; madc.lo.cc.u32 t118, 0x1eabfffe, t128, t118;" \
    "madc.hi.cc.u32 t119, 0x1eabfffe, t128, t119; madc.lo.cc.u32 t120, 0x6730d2a0, t128, t120;" \
    "madc.hi.cc.u32 t121, 0x6730d2a0, t128, t121; madc.lo.cc.u32 t122, 0x64774b84, t128, t122;" \
    "madc.hi.cc.u32 t123, 0x64774b84, t128, t123; madc.lo.cc.u32 t124, 0x4b1ba7b6, t128, t124;" \
    "madc.hi.cc.u32 t125, 0x4b1ba7b6, t128, t125; madc.lo.cc.u32 t126, 0x1a0111ea, t128, t126;" \
    "madc.hi.u32 t127, 0x1a0111ea, t128, t127; mad.lo.cc.u32 t103, 0xffffaaab, t128, t103;" \
    "madc.hi.cc.u32 t104, 0xffffaaab, t128, t104; madc.lo.cc.u32 t105, 0xb153ffff, t128, t105;" \
    "madc.hi.cc.u32 t106, 0xb153ffff, t128, t106; madc.lo.cc.u32 t107, 0xf6b0f624, t128, t107;" \
    "madc.hi.cc.u32 t108, 0xf6b0f624, t128, t108; madc.lo.cc.u32 t109, 0xf38512bf, t128, t109;" \
    "madc.hi.cc.u32 t110, 0xf38512bf, t128, t110; madc.lo.cc.u32 t111, 0x434bacd7, t128, t111;" \
    "madc.hi.cc.u32 t112, 0x434bacd7, t128, t112; madc.lo.cc.u32 t113, 0x397fe69a, t128, t113;" \
    "madc.hi.cc.u32 t114, 0x397fe69a, t128, t114; addc.u32 t127, t127, 0; add.cc.u32 t116, t116, t104;" \
    "madc.lo.cc.u32 t129, %13, %33, t105; madc.hi.cc.u32 t130, %13, %33, t106; madc.lo.cc.u32 t131, %15, %33, t107;" \
    "madc.hi.cc.u32 t132, %15, %33, t108; madc.lo.cc.u32 t133, %17, %33, t109; madc.hi.cc.u32 t134, %17, %33, t110;" \
    "madc.lo.cc.u32 t135, %19, %33, t111; madc.hi.cc.u32 t136, %19, %33, t112; madc.lo.cc.u32 t137, %21, %33, t113;" \
    "madc.hi.cc.u32 t138, %21, %33, t114; madc.lo.cc.u32 t139, %23, %33, 0; madc.hi.u32 t140, %23, %33, 0;" \
    "mad.lo.cc.u32 t116, %12, %33, t116; madc.hi.cc.u32 t117, %12, %33, t117; madc.lo.cc.u32 t118, %14, %33, t118;" \
    "madc.hi.cc.u32 t119, %14, %33, t119; madc.lo.cc.u32 t120, %16, %33, t120; madc.hi.cc.u32 t121, %16, %33, t121;" \
    "madc.lo.cc.u32 t122, %18, %33, t122; madc.hi.cc.u32 t123, %18, %33, t123; madc.lo.cc.u32 t124, %20, %33, t124;" \
    "madc.hi.cc.u32 t125, %20, %33, t125; madc.lo.cc.u32 t126, %22, %33, t126; madc.hi.cc.u32 t127, %22, %33, t127;" \
    "addc.u32 t140, t140, 0; mul.lo.u32 t141, t116, 0xfffcfffd; mad.lo.cc.u32 t129, 0xb9feffff, t141, t129;" \
    "madc.hi.cc.u32 t130, 0xb9feffff, t141, t130; madc.lo.cc.u32 t131, 0x1eabfffe, t141, t131;" \
    "madc.hi.cc.u32 t132, 0x1eabfffe, t141, t132; madc.lo.cc.u32 t133, 0x6730d2a0, t141, t133;" \
    "madc.hi.cc.u32 t134, 0x6730d2a0, t141, t134; madc.lo.cc.u32 t135, 0x64774b84, t141, t135;" \
    "madc.hi.cc.u32 t136, 0x64774b84, t141, t136; madc.lo.cc.u32 t137, 0x4b1ba7b6, t141, t137;" \
    "madc.hi.cc.u32 t138, 0x4b1ba7b6, t141, t138; madc.lo.cc.u32 t139, 0x1a0111ea, t141, t139;" \
    "madc.hi.u32 t140, 0x1a0111ea, t141, t140; mad.lo.cc.u32 t116, 0xffffaaab, t141, t116;" \
    "madc.hi.cc.u32 t117, 0xffffaaab, t141, t117; madc.lo.cc.u32 t118, 0xb153ffff, t141, t118;" \
    "madc.hi.cc.u32 t119, 0xb153ffff, t141, t119; madc.lo.cc.u32 t120, 0xf6b0f624, t141, t120;" \
    "madc.hi.cc.u32 t121, 0xf6b0f624, t141, t121; madc.lo.cc.u32 t122, 0xf38512bf, t141, t122;" \
    "madc.hi.cc.u32 t123, 0xf38512bf, t141, t123; madc.lo.cc.u32 t124, 0x434bacd7, t141, t124;" \
    "madc.hi.cc.u32 t125, 0x434bacd7, t141, t125; madc.lo.cc.u32 t126, 0x397fe69a, t141, t126;" \
    "madc.hi.cc.u32 t127, 0x397fe69a, t141, t127; addc.u32 t140, t140, 0; add.cc.u32 t129, t129, t117;" \
    "madc.lo.cc.u32 t142, %13, %34, t118; madc.hi.cc.u32 t143, %13, %34, t119; madc.lo.cc.u32 t144, %15, %34, t120;" \
    "madc.hi.cc.u32 t145, %15, %34, t121; madc.lo.cc.u32 t146, %17, %34, t122; madc.hi.cc.u32 t147, %17, %34, t123;" \
    "madc.lo.cc.u32 t148, %19, %34, t124; madc.hi.cc.u32 t149, %19, %34, t125; madc.lo.cc.u32 t150, %21, %34, t126;" \
    "madc.hi.cc.u32 t151, %21, %34, t127; madc.lo.cc.u32 t152, %23, %34, 0; madc.hi.u32 t153, %23, %34, 0;" \
    "mad.lo.cc.u32 t129, %12, %34, t129; madc.hi.cc.u32 t130, %12, %34, t130; madc.lo.cc.u32 t131, %14, %34, t131;" \
    "madc.hi.cc.u32 t132, %14, %34, t132; madc.lo.cc.u32 t133, %16, %34, t133; madc.hi.cc.u32 t134, %16, %34, t134;" \
    "madc.lo.cc.u32 t135, %18, %34, t135; madc.hi.cc.u32 t136, %18, %34, t136; madc.lo.cc.u32 t137, %20, %34, t137;" \
    "madc.hi.cc.u32 t138, %20, %34, t138; madc.lo.cc.u32 t139, %22, %34, t139; madc.hi.cc.u32 t140, %22, %34, t140;" \
    "addc.u32 t153, t153, 0; mul.lo.u32 t154, t129, 0xfffcfffd; mad.lo.cc.u32 t142, 0xb9feffff, t154, t142;" \
    "madc.hi.cc.u32 t143, 0xb9feffff, t154, t143; madc.lo.cc.u32 t144, 0x1eabfffe, t154, t144;" \
    "madc.hi.cc.u32 t145, 0x1eabfffe, t154, t145; madc.lo.cc.u32 t146, 0x6730d2a0, t154, t146;" \
    "madc.hi.cc.u32 t147, 0x6730d2a0, t154, t147; madc.lo.cc.u32 t148, 0x64774b84, t154, t148;" \
    "madc.hi.cc.u32 t149, 0x64774b84, t154, t149; madc.lo.cc.u32 t150, 0x4b1ba7b6, t154, t150;" \
    "madc.hi.cc.u32 t151, 0x4b1ba7b6, t154, t151; madc.lo.cc.u32 t152, 0x1a0111ea, t154, t152;" \
    "madc.hi.u32 t153, 0x1a0111ea, t154, t153; mad.lo.cc.u32 t129, 0xffffaaab, t154, t129;" \
    "madc.hi.cc.u32 t130, 0xffffaaab, t154, t130; madc.lo.cc.u32 t131, 0xb153ffff, t154, t131;" \
    "madc.hi.cc.u32 t132, 0xb153ffff, t154, t132; madc.lo.cc.u32 t133, 0xf6b0f624, t154, t133;" \
    "madc.hi.cc.u32 t134, 0xf6b0f624, t154, t134; madc.lo.cc.u32 t135, 0xf38512bf, t154, t135;" \
    "madc.hi.cc.u32 t136, 0xf38512bf, t154, t136; madc.lo.cc.u32 t137, 0x434bacd7, t154, t137;" \
    "madc.hi.cc.u32 t138, 0x434bacd7, t154, t138; madc.lo.cc.u32 t139, 0x397fe69a, t154, t139;" \
    "madc.hi.cc.u32 t140, 0x397fe69a, t154, t140; addc.u32 t153, t153, 0; add.cc.u32 t142, t142, t130;" \
    "madc.lo.cc.u32 t155, %13, %35, t131; madc.hi.cc.u32 t156, %13, %35, t132; madc.lo.cc.u32 t157, %15, %35, t133;" \
    "madc.hi.cc.u32 t158, %15, %35, t134; madc.lo.cc.u32 t159, %17, %35, t135; madc.hi.cc.u32 t160, %17, %35, t136;" \
    "madc.lo.cc.u32 t161, %19, %35, t137; madc.hi.cc.u32 t162, %19, %35, t138; madc.lo.cc.u32 t163, %21, %35, t139;" \
    "madc.hi.cc.u32 t164, %21, %35, t140; madc.lo.cc.u32 t165, %23, %35, 0; madc.hi.u32 t166, %23, %35, 0;" \
    "mad.lo.cc.u32 t142, %12, %35, t142; madc.hi.cc.u32 t143, %12, %35, t143; madc.lo.cc.u32 t144, %14, %35, t144;" \
    "madc.hi.cc.u32 t145, %14, %35, t145; madc.lo.cc.u32 t146, %16, %35, t146; madc.hi.cc.u32 t147, %16, %35, t147;" \
    "madc.lo.cc.u32 t148, %18, %35, t148; madc.hi.cc.u32 t149, %18, %35, t149; madc.lo.cc.u32 t150, %20, %35, t150;" \
    "madc.hi.cc.u32 t151, %20, %35, t151; madc.lo.cc.u32 t152, %22, %35, t152; madc.hi.cc.u32 t153, %22, %35, t153;" \
    "addc.u32 t166, t166, 0; mul.lo.u32 t167, t142, 0xfffcfffd; mad.lo.cc.u32 t155, 0xb9feffff, t167, t155;" \
    "madc.hi.cc.u32 t156, 0xb9feffff, t167, t156; madc.lo.cc.u32 t157, 0x1eabfffe, t167, t157;" \
    "madc.hi.cc.u32 t158, 0x1eabfffe, t167, t158; madc.lo.cc.u32 t159, 0x6730d2a0, t167, t159;" \
    "madc.hi.cc.u32 t160, 0x6730d2a0, t167, t160; madc.lo.cc.u32 t161, 0x64774b84, t167, t161;" \
    "madc.hi.cc.u32 t162, 0x64774b84, t167, t162; madc.lo.cc.u32 t163, 0x4b1ba7b6, t167, t163;" \
    "madc.hi.cc.u32 t164, 0x4b1ba7b6, t167, t164; madc.lo.cc.u32 t165, 0x1a0111ea, t167, t165;" \
    "madc.hi.u32 t166, 0x1a0111ea, t167, t166; mad.lo.cc.u32 t142, 0xffffaaab, t167, t142;" \
    "madc.hi.cc.u32 t143, 0xffffaaab, t167, t143; madc.lo.cc.u32 t144, 0xb153ffff, t167, t144;" \
    "madc.hi.cc.u32 t145, 0xb153ffff, t167, t145; madc.lo.cc.u32 t146, 0xf6b0f624, t167, t146;" \
    "madc.hi.cc.u32 t147, 0xf6b0f624, t167, t147; madc.lo.cc.u32 t148, 0xf38512bf, t167, t148;" \
    "madc.hi.cc.u32 t149, 0xf38512bf, t167, t149; madc.lo.cc.u32 t150, 0x434bacd7, t167, t150;" \
    "madc.hi.cc.u32 t151, 0x434bacd7, t167, t151; madc.lo.cc.u32 t152, 0x397fe69a, t167, t152;" \
    "madc.hi.cc.u32 t153, 0x397fe69a, t167, t153; addc.u32 t166, t166, 0; add.cc.u32 %0, t155, t143;" \
    "addc.cc.u32 %1, t156, t144; addc.cc.u32 %2, t157, t145; addc.cc.u32 %3, t158, t146;" \
    "addc.cc.u32 %4, t159, t147; addc.cc.u32 %5, t160, t148; addc.cc.u32 %6, t161, t149;" \
    "addc.cc.u32 %7, t162, t150; addc.cc.u32 %8, t163, t151; addc.cc.u32 %9, t164, t152;" \
    "addc.cc.u32 %10, t165, t153; addc.u32 %11, t166, 0; }"

#define SL_PTX_FP_SQR \
    "{ .reg .u32 t<222>; mul.lo.u32 t0, %12, %13; mul.hi.u32 t1, %12, %13; mul.lo.u32 t2, %12, %15;" \
    "mul.hi.u32 t3, %12, %15; mul.lo.u32 t4, %12, %17; mul.hi.u32 t5, %12, %17; mul.lo.u32 t6, %12, %19;" \
    "mul.hi.u32 t7, %12, %19; mul.lo.u32 t8, %12, %21; mul.hi.u32 t9, %12, %21; mul.lo.u32 t10, %12, %23;" \
    "mul.hi.u32 t11, %12, %23; mul.lo.u32 t12, %12, %14; mul.hi.u32 t13, %12, %14; mul.lo.u32 t14, %12, %16;" \
    "mul.hi.u32 t15, %12, %16; mul.lo.u32 t16, %12, %18; mul.hi.u32 t17, %12, %18; mul.lo.u32 t18, %12, %20;" \
    "mul.hi.u32 t19, %12, %20; mul.lo.u32 t20, %12, %22; mul.hi.u32 t21, %12, %22; mad.lo.cc.u32 t2, %13, %14, t2;" \
    "madc.hi.cc.u32 t3, %13, %14, t3; madc.lo.cc.u32 t4, %13, %16, t4; madc.hi.cc.u32 t5, %13, %16, t5;" \
    "madc.lo.cc.u32 t6, %13, %18, t6; madc.hi.cc.u32 t7, %13, %18, t7; madc.lo.cc.u32 t8, %13, %20, t8;" \
    "madc.hi.cc.u32 t9, %13, %20, t9; madc.lo.cc.u32 t10, %13, %22, t10; madc.hi.cc.u32 t11, %13, %22, t11;" \
    "addc.u32 t22, 0, 0; mad.lo.cc.u32 t14, %13, %15, t14; madc.hi.cc.u32 t15, %13, %15, t15;" \
    "madc.lo.cc.u32 t16, %13, %17, t16; madc.hi.cc.u32 t17, %13, %17, t17; madc.lo.cc.u32 t18, %13, %19, t18;" \
    "madc.hi.cc.u32 t19, %13, %19, t19; madc.lo.cc.u32 t20, %13, %21, t20; madc.hi.cc.u32 t21, %13, %21, t21;" \
    "madc.lo.cc.u32 t23, %13, %23, 0; madc.hi.u32 t24, %13, %23, 0; mad.lo.cc.u32 t4, %14, %15, t4;" \
    "madc.hi.cc.u32 t5, %14, %15, t5; madc.lo.cc.u32 t6, %14, %17, t6; madc.hi.cc.u32 t7, %14, %17, t7;" \
    "madc.lo.cc.u32 t8, %14, %19, t8; madc.hi.cc.u32 t9, %14, %19, t9; madc.lo.cc.u32 t10, %14, %21, t10;" \
    "madc.hi.cc.u32 t11, %14, %21, t11; madc.lo.cc.u32 t22, %14, %23, t22; madc.hi.u32 t25, %14, %23, 0;" \
    "mad.lo.cc.u32 t16, %14, %16, t16; madc.hi.cc.u32 t17, %14, %16, t17; madc.lo.cc.u32 t18, %14, %18, t18;" \
    "madc.hi.cc.u32 t19, %14, %18, t19; madc.lo.cc.u32 t20, %14, %20, t20; madc.hi.cc.u32 t21, %14, %20, t21;" \
    "madc.lo.cc.u32 t23, %14, %22, t23; madc.hi.cc.u32 t24, %14, %22, t24; addc.u32 t26, 0, 0;" \
    "mad.lo.cc.u32 t6, %15, %16, t6; madc.hi.cc.u32 t7, %15, %16, t7; madc.lo.cc.u32 t8, %15, %18, t8;" \
    "madc.hi.cc.u32 t9, %15, %18, t9; madc.lo.cc.u32 t10, %15, %20, t10; madc.hi.cc.u32 t11, %15, %20, t11;" \
    "madc.lo.cc.u32 t22, %15, %22, t22; madc.hi.cc.u32 t25, %15, %22, t25; addc.u32 t27, 0, 0;" \
    "mad.lo.cc.u32 t18, %15, %17, t18; madc.hi.cc.u32 t19, %15, %17, t19; madc.lo.cc.u32 t20, %15, %19, t20;" \
    "madc.hi.cc.u32 t21, %15, %19, t21; madc.lo.cc.u32 t23, %15, %21, t23; madc.hi.cc.u32 t24, %15, %21, t24;" \
    "madc.lo.cc.u32 t26, %15, %23, t26; madc.hi.u32 t28, %15, %23, 0; mad.lo.cc.u32 t8, %16, %17, t8;" \
    "madc.hi.cc.u32 t9, %16, %17, t9; madc.lo.cc.u32 t10, %16, %19, t10; madc.hi.cc.u32 t11, %16, %19, t11;" \
    "madc.lo.cc.u32 t22, %16, %21, t22; madc.hi.cc.u32 t25, %16, %21, t25; madc.lo.cc.u32 t27, %16, %23, t27;" \
    "madc.hi.u32 t29, %16, %23, 0; mad.lo.cc.u32 t20, %16, %18, t20; madc.hi.cc.u32 t21, %16, %18, t21;" \
    "madc.lo.cc.u32 t23, %16, %20, t23; madc.hi.cc.u32 t24, %16, %20, t24; madc.lo.cc.u32 t26, %16, %22, t26;" \
    "madc.hi.cc.u32 t28, %16, %22, t28; addc.u32 t30, 0, 0; mad.lo.cc.u32 t10, %17, %18, t10;" \
    "madc.hi.cc.u32 t11, %17, %18, t11; madc.lo.cc.u32 t22, %17, %20, t22; madc.hi.cc.u32 t25, %17, %20, t25;" \
    "madc.lo.cc.u32 t27, %17, %22, t27; madc.hi.cc.u32 t29, %17, %22, t29; addc.u32 t31, 0, 0;" \
    "mad.lo.cc.u32 t23, %17, %19, t23; madc.hi.cc.u32 t24, %17, %19, t24; madc.lo.cc.u32 t26, %17, %21, t26;" \
    "madc.hi.cc.u32 t28, %17, %21, t28; madc.lo.cc.u32 t30, %17, %23, t30; madc.hi.u32 t32, %17, %23, 0;" \
    "mad.lo.cc.u32 t22, %18, %19, t22; madc.hi.cc.u32 t25, %18, %19, t25; madc.lo.cc.u32 t27, %18, %21, t27;" \
    "madc.hi.cc.u32 t29, %18, %21, t29; madc.lo.cc.u32 t31, %18, %23, t31; madc.hi.u32 t33, %18, %23, 0;" \
    "mad.lo.cc.u32 t26, %18, %20, t26; madc.hi.cc.u32 t28, %18, %20, t28; madc.lo.cc.u32 t30, %18, %22, t30;" \
    "madc.hi.cc.u32 t32, %18, %22, t32; addc.u32 t34, 0, 0; mad.lo.cc.u32 t27, %19, %20, t27;" \
    "madc.hi.cc.u32 t29, %19, %20, t29; madc.lo.cc.u32 t31, %19, %22, t31; madc.hi.cc.u32 t33, %19, %22, t33;" \
    "addc.u32 t35, 0, 0; mad.lo.cc.u32 t30, %19, %21, t30; madc.hi.cc.u32 t32, %19, %21, t32;" \
    "madc.lo.cc.u32 t34, %19, %23, t34; madc.hi.u32 t36, %19, %23, 0; mad.lo.cc.u32 t31, %20, %21, t31;" \
    "madc.hi.cc.u32 t33, %20, %21, t33; madc.lo.cc.u32 t35, %20, %23, t35; madc.hi.u32 t37, %20, %23, 0;" \
    "mad.lo.cc.u32 t34, %20, %22, t34; madc.hi.cc.u32 t36, %20, %22, t36; addc.u32 t38, 0, 0;" \
    "mad.lo.cc.u32 t35, %21, %22, t35; madc.hi.cc.u32 t37, %21, %22, t37; addc.u32 t39, 0, 0;" \
    "mad.lo.cc.u32 t38, %21, %23, t38; madc.hi.u32 t40, %21, %23, 0; mad.lo.cc.u32 t39, %22, %23, t39;" \
    "madc.hi.u32 t41, %22, %23, 0; add.cc.u32 t12, t12, t1; addc.cc.u32 t13, t13, t2; addc.cc.u32 t14, t14, t3;" \
    "addc.cc.u32 t15, t15, t4; addc.cc.u32 t16, t16, t5; addc.cc.u32 t17, t17, t6; addc.cc.u32 t18, t18, t7;" \
    "addc.cc.u32 t19, t19, t8; addc.cc.u32 t20, t20, t9; addc.cc.u32 t21, t21, t10; addc.cc.u32 t23, t23, t11;" \
    "addc.cc.u32 t24, t24, t22; addc.cc.u32 t26, t26, t25; addc.cc.u32 t28, t28, t27; addc.cc.u32 t30, t30, t29;" \
    "addc.cc.u32 t32, t32, t31; addc.cc.u32 t34, t34, t33; addc.cc.u32 t36, t36, t35; addc.cc.u32 t38, t38, t37;" \
    "addc.cc.u32 t40, t40, t39; addc.u32 t41, 0, t41; shf.l.wrap.b32 t42, 0, t0, 1; shf.l.wrap.b32 t43, t0, t12, 1;" \
    "shf.l.wrap.b32 t44, t12, t13, 1; shf.l.wrap.b32 t45, t13, t14, 1; shf.l.wrap.b32 t46, t14, t15, 1;" \
    "shf.l.wrap.b32 t47, t15, t16, 1; shf.l.wrap.b32 t48, t16, t17, 1; shf.l.wrap.b32 t49, t17, t18, 1;" \
    "shf.l.wrap.b32 t50, t18, t19, 1; shf.l.wrap.b32 t51, t19, t20, 1; shf.l.wrap.b32 t52, t20, t21, 1;" \
    "shf.l.wrap.b32 t53, t21, t23, 1; shf.l.wrap.b32 t54, t23, t24, 1; shf.l.wrap.b32 t55, t24, t26, 1;" \
    "shf.l.wrap.b32 t56, t26, t28, 1; shf.l.wrap.b32 t57, t28, t30, 1; shf.l.wrap.b32 t58, t30, t32, 1;" \
    "shf.l.wrap.b32 t59, t32, t34, 1; shf.l.wrap.b32 t60, t34, t36, 1; shf.l.wrap.b32 t61, t36, t38, 1;" \
    "shf.l.wrap.b32 t62, t38, t40, 1; shf.l.wrap.b32 t63, t40, t41, 1; shf.l.wrap.b32 t64, t41, 0, 1;" \
    "mul.lo.u32 t65, %12, %12; mad.hi.cc.u32 t42, %12, %12, t42; madc.lo.cc.u32 t43, %13, %13, t43;" \
    "madc.hi.cc.u32 t44, %13, %13, t44; madc.lo.cc.u32 t45, %14, %14, t45; madc.hi.cc.u32 t46, %14, %14, t46;" \
    "madc.lo.cc.u32 t47, %15, %15, t47; madc.hi.cc.u32 t48, %15, %15, t48; madc.lo.cc.u32 t49, %16, %16, t49;" \
    "madc.hi.cc.u32 t50, %16, %16, t50; madc.lo.cc.u32 t51, %17, %17, t51; madc.hi.cc.u32 t52, %17, %17, t52;" \
    "madc.lo.cc.u32 t53, %18, %18, t53; madc.hi.cc.u32 t54, %18, %18, t54; madc.lo.cc.u32 t55, %19, %19, t55;" \
    "madc.hi.cc.u32 t56, %19, %19, t56; madc.lo.cc.u32 t57, %20, %20, t57; madc.hi.cc.u32 t58, %20, %20, t58;" \
    "madc.lo.cc.u32 t59, %21, %21, t59; madc.hi.cc.u32 t60, %21, %21, t60; madc.lo.cc.u32 t61, %22, %22, t61;" \
    "madc.hi.cc.u32 t62, %22, %22, t62; madc.lo.cc.u32 t63, %23, %23, t63; madc.hi.u32 t64, %23, %23, t64;" \
    "mul.lo.u32 t66, t65, 0xfffcfffd; mul.lo.u32 t67, 0xb9feffff, t66; mul.hi.u32 t68, 0xb9feffff, t66;" \
    "mul.lo.u32 t69, 0x1eabfffe, t66; mul.hi.u32 t70, 0x1eabfffe, t66; mul.lo.u32 t71, 0x6730d2a0, t66;" \
    "mul.hi.u32 t72, 0x6730d2a0, t66; mul.lo.u32 t73, 0x64774b84, t66; mul.hi.u32 t74, 0x64774b84, t66;" \
    "mul.lo.u32 t75, 0x4b1ba7b6, t66; mul.hi.u32 t76, 0x4b1ba7b6, t66; mul.lo.u32 t77, 0x1a0111ea, t66;" \
    "mul.hi.u32 t78, 0x1a0111ea, t66; mad.lo.cc.u32 t65, 0xffffaaab, t66, t65;" \
    "madc.hi.cc.u32 t42, 0xffffaaab, t66, t42; madc.lo.cc.u32 t43, 0xb153ffff, t66, t43;" \
    "madc.hi.cc.u32 t44, 0xb153ffff, t66, t44; madc.lo.cc.u32 t45, 0xf6b0f624, t66, t45;" \
    "madc.hi.cc.u32 t46, 0xf6b0f624, t66, t46; madc.lo.cc.u32 t47, 0xf38512bf, t66, t47;" \
    "madc.hi.cc.u32 t48, 0xf38512bf, t66, t48; madc.lo.cc.u32 t49, 0x434bacd7, t66, t49;" \
    "madc.hi.cc.u32 t50, 0x434bacd7, t66, t50; madc.lo.cc.u32 t51, 0x397fe69a, t66, t51;" \
    "madc.hi.cc.u32 t52, 0x397fe69a, t66, t52; addc.u32 t78, t78, 0; add.cc.u32 t67, t67, t42;" \
    "mul.lo.u32 t79, t67, 0xfffcfffd; madc.lo.cc.u32 t80, 0xb9feffff, t79, t43;" \
    "madc.hi.cc.u32 t81, 0xb9feffff, t79, t44; madc.lo.cc.u32 t82, 0x1eabfffe, t79, t45;" \
    "madc.hi.cc.u32 t83, 0x1eabfffe, t79, t46; madc.lo.cc.u32 t84, 0x6730d2a0, t79, t47;" \
    "madc.hi.cc.u32 t85, 0x6730d2a0, t79, t48; madc.lo.cc.u32 t86, 0x64774b84, t79, t49;" \
    "madc.hi.cc.u32 t87, 0x64774b84, t79, t50; madc.lo.cc.u32 t88, 0x4b1ba7b6, t79, t51;" \
    "madc.hi.cc.u32 t89, 0x4b1ba7b6, t79, t52; madc.lo.cc.u32 t90, 0x1a0111ea, t79, t53;" \
    "madc.hi.u32 t91, 0x1a0111ea, t79, 0; mad.lo.cc.u32 t67, 0xffffaaab, t79, t67;" \
    "madc.hi.cc.u32 t68, 0xffffaaab, t79, t68; madc.lo.cc.u32 t69, 0xb153ffff, t79, t69;" \
    "madc.hi.cc.u32 t70, 0xb153ffff, t79, t70; madc.lo.cc.u32 t71, 0xf6b0f624, t79, t71;" \
    "madc.hi.cc.u32 t72, 0xf6b0f624, t79, t72; madc.lo.cc.u32 t73, 0xf38512bf, t79, t73;" \
    "madc.hi.cc.u32 t74, 0xf38512bf, t79, t74; madc.lo.cc.u32 t75, 0x434bacd7, t79, t75;" \
    "madc.hi.cc.u32 t76, 0x434bacd7, t79, t76; madc.lo.cc.u32 t77, 0x397fe69a, t79, t77;" \
    "madc.hi.u32 t78, 0x397fe69a, t79, t78; add.cc.u32 t80, t80, t68; mul.lo.u32 t92, t80, 0xfffcfffd;" \
    "madc.lo.cc.u32 t93, 0xb9feffff, t92, t69; madc.hi.cc.u32 t94, 0xb9feffff, t92, t70;" \
    "madc.lo.cc.u32 t95, 0x1eabfffe, t92, t71; madc.hi.cc.u32 t96, 0x1eabfffe, t92, t72;" \
    "madc.lo.cc.u32 t97, 0x6730d2a0, t92, t73; madc.hi.cc.u32 t98, 0x6730d2a0, t92, t74;" \
    "madc.lo.cc.u32 t99, 0x64774b84, t92, t75; madc.hi.cc.u32 t100, 0x64774b84, t92, t76;" \
    "madc.lo.cc.u32 t101, 0x4b1ba7b6, t92, t77; madc.hi.cc.u32 t102, 0x4b1ba7b6, t92, t78;" \
    "madc.lo.cc.u32 t103, 0x1a0111ea, t92, t54; madc.hi.u32 t104, 0x1a0111ea, t92, 0;" \
    "mad.lo.cc.u32 t80, 0xffffaaab, t92, t80; madc.hi.cc.u32 t81, 0xffffaaab, t92, t81;" \
    "madc.lo.cc.u32 t82, 0xb153ffff, t92, t82; madc.hi.cc.u32 t83, 0xb153ffff, t92, t83;" \
    "madc.lo.cc.u32 t84, 0xf6b0f624, t92, t84; madc.hi.cc.u32 t85, 0xf6b0f624, t92, t85;" \
    "madc.lo.cc.u32 t86, 0xf38512bf, t92, t86; madc.hi.cc.u32 t87, 0xf38512bf, t92, t87;" \
    "madc.lo.cc.u32 t88, 0x434bacd7, t92, t88; madc.hi.cc.u32 t89, 0x434bacd7, t92, t89;" \
    "madc.lo.cc.u32 t90, 0x397fe69a, t92, t90; madc.hi.u32 t91, 0x397fe69a, t92, t91; add.cc.u32 t93, t93, t81;" \
    "mul.lo.u32 t105, t93, 0xfffcfffd; madc.lo.cc.u32 t106, 0xb9feffff, t105, t82;" \
    "madc.hi.cc.u32 t107, 0xb9feffff, t105, t83; madc.lo.cc.u32 t108, 0x1eabfffe, t105, t84;" \
    "madc.hi.cc.u32 t109, 0x1eabfffe, t105, t85; madc.lo.cc.u32 t110, 0x6730d2a0, t105, t86;" \
    "madc.hi.cc.u32 t111, 0x6730d2a0, t105, t87; madc.lo.cc.u32 t112, 0x64774b84, t105, t88;" \
    "madc.hi.cc.u32 t113, 0x64774b84, t105, t89; madc.lo.cc.u32 t114, 0x4b1ba7b6, t105, t90;" \
    "madc.hi.cc.u32 t115, 0x4b1ba7b6, t105, t91; madc.lo.cc.u32 t116, 0x1a0111ea, t105, t55;" \
    "madc.hi.u32 t117, 0x1a0111ea, t105, 0; mad.lo.cc.u32 t93, 0xffffaaab, t105, t93;" \
    "madc.hi.cc.u32 t94, 0xffffaaab, t105, t94; madc.lo.cc.u32 t95, 0xb153ffff, t105, t95;" \
    "madc.hi.cc.u32 t96, 0xb153ffff, t105, t96; madc.lo.cc.u32 t97, 0xf6b0f624, t105, t97;" \
    "madc.hi.cc.u32 t98, 0xf6b0f624, t105, t98; madc.lo.cc.u32 t99, 0xf38512bf, t105, t99;" \
    "madc.hi.cc.u32 t100, 0xf38512bf, t105, t100; madc.lo.cc.u32 t101, 0x434bacd7, t105, t101;" \
    "madc.hi.cc.u32 t102, 0x434bacd7, t105, t102; madc.lo.cc.u32 t103, 0x397fe69a, t105, t103;" \
    "madc.hi.u32 t104, 0x397fe69a, t105, t104; add.cc.u32 t106, t106, t94; mul.lo.u32 t118, t106, 0xfffcfffd;" \
    "madc.lo.cc.u32 t119, 0xb9feffff, t118, t95; madc.hi.cc.u32 t120, 0xb9feffff, t118, t96;" \
    "madc.lo.cc.u32 t121, 0x1eabfffe, t118, t97; madc.hi.cc.u32 t122, 0x1eabfffe, t118, t98;" \
    "madc.lo.cc.u32 t123, 0x6730d2a0, t118, t99; madc.hi.cc.u32 t124, 0x6730d2a0, t118, t100;" \
    "madc.lo.cc.u32 t125, 0x64774b84, t118, t101; madc.hi.cc.u32 t126, 0x64774b84, t118, t102;" \
    "madc.lo.cc.u32 t127, 0x4b1ba7b6, t118, t103; madc.hi.cc.u32 t128, 0x4b1ba7b6, t118, t104;" \
    "madc.lo.cc.u32 t129, 0x1a0111ea, t118, t56; madc.hi.u32 t130, 0x1a0111ea, t118, 0;" \
    "mad.lo.cc.u32 t106, 0xffffaaab, t118, t106; madc.hi.cc.u32 t107, 0xffffaaab, t118, t107;" \
    "madc.lo.cc.u32 t108, 0xb153ffff, t118, t108; madc.hi.cc.u32 t109, 0xb153ffff, t118, t109;" \
    "madc.lo.cc.u32 t110, 0xf6b0f624, t118, t110; madc.hi.cc.u32 t111, 0xf6b0f624, t118, t111;" \
    "madc.lo.cc.u32 t112, 0xf38512bf, t118, t112; madc.hi.cc.u32 t113, 0xf38512bf, t118, t113;" \
    "madc.lo.cc.u32 t114, 0x434bacd7, t118, t114; madc.hi.cc.u32 t115, 0x434bacd7, t118, t115;" \
    "madc.lo.cc.u32 t116, 0x397fe69a, t118, t116; madc.hi.u32 t117, 0x397fe69a, t118, t117;" \
    "add.cc.u32 t119, t119, t107; mul.lo.u32 t131, t119, 0xfffcfffd; madc.lo.cc.u32 t132, 0xb9feffff, t131, t108;" \
    "madc.hi.cc.u32 t133, 0xb9feffff, t131, t109; madc.lo.cc.u32 t134, 0x1eabfffe, t131, t110;" \
    "madc.hi.cc.u32 t135, 0x1eabfffe, t131, t111; madc.lo.cc.u32 t136, 0x6730d2a0, t131, t112;" \
    "madc.hi.cc.u32 t137, 0x6730d2a0, t131, t113; madc.lo.cc.u32 t138, 0x64774b84, t131, t114;" \
    "madc.hi.cc.u32 t139, 0x64774b84, t131, t115; madc.lo.cc.u32 t140, 0x4b1ba7b6, t131, t116;" \
    "madc.hi.cc.u32 t141, 0x4b1ba7b6, t131, t117; madc.lo.cc.u32 t142, 0x1a0111ea, t131, t57;" \
    "madc.hi.u32 t143, 0x1a0111ea, t131, 0; mad.lo.cc.u32 t119, 0xffffaaab, t131, t119;" \
    "madc.hi.cc.u32 t120, 0xffffaaab, t131, t120; madc.lo.cc.u32 t121, 0xb153ffff, t131, t121;" \
    "madc.hi.cc.u32 t122, 0xb153ffff, t131, t122; madc.lo.cc.u32 t123, 0xf6b0f624, t131, t123;" \
    "madc.hi.cc.u32 t124, 0xf6b0f624, t131, t124; madc.lo.cc.u32 t125, 0xf38512bf, t131, t125;" \
    "madc.hi.cc.u32 t126, 0xf38512bf, t131, t126; madc.lo.cc.u32 t127, 0x434bacd7, t131, t127;" \
    "madc.hi.cc.u32 t128, 0x434bacd7, t131, t128; madc.lo.cc.u32 t129, 0x397fe69a, t131, t129;" \
    "madc.hi.u32 t130, 0x397fe69a, t131, t130; add.cc.u32 t132, t132, t120; mul.lo.u32 t144, t132, 0xfffcfffd;" \
    "madc.lo.cc.u32 t145, 0xb9feffff, t144, t121; madc.hi.cc.u32 t146, 0xb9feffff, t144, t122;" \
    "madc.lo.cc.u32 t147, 0x1eabfffe, t144, t123; madc.hi.cc.u32 t148, 0x1eabfffe, t144, t124;" \
    "madc.lo.cc.u32 t149, 0x6730d2a0, t144, t125; madc.hi.cc.u32 t150, 0x6730d2a0, t144, t126;" \
    "madc.lo.cc.u32 t151, 0x64774b84, t144, t127; madc.hi.cc.u32 t152, 0x64774b84, t144, t128;" \
    "madc.lo.cc.u32 t153, 0x4b1ba7b6, t144, t129; madc.hi.cc.u32 t154, 0x4b1ba7b6, t144, t130;" \
    "madc.lo.cc.u32 t155, 0x1a0111ea, t144, t58; madc.hi.u32 t156, 0x1a0111ea, t144, 0;" \
    "mad.lo.cc.u32 t132, 0xffffaaab, t144, t132; madc.hi.cc.u32 t133, 0xffffaaab, t144, t133;" \
    "madc.lo.cc.u32 t134, 0xb153ffff, t144, t134; madc.hi.cc.u32 t135, 0xb153ffff, t144, t135;" \
    "madc.lo.cc.u32 t136, 0xf6b0f624, t144, t136; madc.hi.cc.u32 t137, 0xf6b0f624, t144, t137;" \
    "madc.lo.cc.u32 t138, 0xf38512bf, t144, t138; madc.hi.cc.u32 t139, 0xf38512bf, t144, t139;" \
    "madc.lo.cc.u32 t140, 0x434bacd7, t144, t140; madc.hi.cc.u32 t141, 0x434bacd7, t144, t141;" \
    "madc.lo.cc.u32 t142, 0x397fe69a, t144, t142; madc.hi.u32 t143, 0x397fe69a, t144, t143;" \
    "add.cc.u32 t145, t145, t133; mul.lo.u32 t157, t145, 0xfffcfffd; madc.lo.cc.u32 t158, 0xb9feffff, t157, t134;" \
    "madc.hi.cc.u32 t159, 0xb9feffff, t157, t135; madc.lo.cc.u32 t160, 0x1eabfffe, t157, t136;" \
    "madc.hi.cc.u32 t161, 0x1eabfffe, t157, t137; madc.lo.cc.u32 t162, 0x6730d2a0, t157, t138;" \
    "madc.hi.cc.u32 t163, 0x6730d2a0, t157, t139; madc.lo.cc.u32 t164, 0x64774b84, t157, t140;" \
    "madc.hi.cc.u32 t165, 0x64774b84, t157, t141; madc.lo.cc.u32 t166, 0x4b1ba7b6, t157, t142;" \
    "madc.hi.cc.u32 t167, 0x4b1ba7b6, t157, t143; madc.lo.cc.u32 t168, 0x1a0111ea, t157, t59;" \
    "madc.hi.u32 t169, 0x1a0111ea, t157, 0; mad.lo.cc.u32 t145, 0xffffaaab, t157, t145;" \
    "madc.hi.cc.u32 t146, 0xffffaaab, t157, t146; madc.lo.cc.u32 t147, 0xb153ffff, t157, t147;" \
    "madc.hi.cc.u32 t148, 0xb153ffff, t157, t148; madc.lo.cc.u32 t149, 0xf6b0f624, t157, t149;" \
    "madc.hi.cc.u32 t150, 0xf6b0f624, t157, t150; madc.lo.cc.u32 t151, 0xf38512bf, t157, t151;" \
    "madc.hi.cc.u32 t152, 0xf38512bf, t157, t152; madc.lo.cc.u32 t153, 0x434bacd7, t157, t153;" \
    "madc.hi.cc.u32 t154, 0x434bacd7, t157, t154; madc.lo.cc.u32 t155, 0x397fe69a, t157, t155;" \
    "madc.hi.u32 t156, 0x397fe69a, t157, t156; add.cc.u32 t158, t158, t146; mul.lo.u32 t170, t158, 0xfffcfffd;" \
    "madc.lo.cc.u32 t171, 0xb9feffff, t170, t147; madc.hi.cc.u32 t172, 0xb9feffff, t170, t148;" \
    "madc.lo.cc.u32 t173, 0x1eabfffe, t170, t149; madc.hi.cc.u32 t174, 0x1eabfffe, t170, t150;" \
    "madc.lo.cc.u32 t175, 0x6730d2a0, t170, t151; madc.hi.cc.u32 t176, 0x6730d2a0, t170, t152;" \
    "madc.lo.cc.u32 t177, 0x64774b84, t170, t153; madc.hi.cc.u32 t178, 0x64774b84, t170, t154;" \
    "madc.lo.cc.u32 t179, 0x4b1ba7b6, t170, t155; madc.hi.cc.u32 t180, 0x4b1ba7b6, t170, t156;" \
    "madc.lo.cc.u32 t181, 0x1a0111ea, t170, t60; madc.hi.u32 t182, 0x1a0111ea, t170, 0;" \
    "mad.lo.cc.u32 t158, 0xffffaaab, t170, t158; madc.hi.cc.u32 t159, 0xffffaaab, t170, t159;" \
    "madc.lo.cc.u32 t160, 0xb153ffff, t170, t160; madc.hi.cc.u32 t161, 0xb153ffff, t170, t161;" \
    "madc.lo.cc.u32 t162, 0xf6b0f624, t170, t162; madc.hi.cc.u32 t163, 0xf6b0f624, t170, t163;" \
    "madc.lo.cc.u32 t164, 0xf38512bf, t170, t164; madc.hi.cc.u32 t165, 0xf38512bf, t170, t165;" \
    "madc.lo.cc.u32 t166, 0x434bacd7, t170, t166; madc.hi.cc.u32 t167, 0x434bacd7, t170, t167;" \
    "madc.lo.cc.u32 t168, 0x397fe69a, t170, t168; madc.hi.u32 t169, 0x397fe69a, t170, t169;" \
    "add.cc.u32 t171, t171, t159; mul.lo.u32 t183, t171, 0xfffcfffd; madc.lo.cc.u32 t184, 0xb9feffff, t183, t160;" \
    "madc.hi.cc.u32 t185, 0xb9feffff, t183, t161; madc.lo.cc.u32 t186, 0x1eabfffe, t183, t162;" \
    "madc.hi.cc.u32 t187, 0x1eabfffe, t183, t163; madc.lo.cc.u32 t188, 0x6730d2a0, t183, t164;" \
    "madc.hi.cc.u32 t189, 0x6730d2a0, t183, t165; madc.lo.cc.u32 t190, 0x64774b84, t183, t166;" \
    "madc.hi.cc.u32 t191, 0x64774b84, t183, t167; madc.lo.cc.u32 t192, 0x4b1ba7b6, t183, t168;" \
    "madc.hi.cc.u32 t193, 0x4b1ba7b6, t183, t169; madc.lo.cc.u32 t194, 0x1a0111ea, t183, t61;" \
    "madc.hi.u32 t195, 0x1a0111ea, t183, 0; mad.lo.cc.u32 t171, 0xffffaaab, t183, t171;" \
    "madc.hi.cc.u32 t172, 0xffffaaab, t183, t172; madc.lo.cc.u32 t173, 0xb153ffff, t183, t173;" \
    "madc.hi.cc.u32 t174, 0xb153ffff, t183, t174; madc.lo.cc.u32 t175, 0xf6b0f624, t183, t175;" \
    "madc.hi.cc.u32 t176, 0xf6b0f624, t183, t176; madc.lo.cc.u32 t177, 0xf38512bf, t183, t177;" \
    "madc.hi.cc.u32 t178, 0xf38512bf, t183, t178; madc.lo.cc.u32 t179, 0x434bacd7, t183, t179;" \
    "madc.hi.cc.u32 t180, 0x434bacd7, t183, t180; madc.lo.cc.u32 t181, 0x397fe69a, t183, t181;" \
    "madc.hi.u32 t182, 0x397fe69a, t183, t182; add.cc.u32 t184, t184, t172; mul.lo.u32 t196, t184, 0xfffcfffd;" \
    "madc.lo.cc.u32 t197, 0xb9feffff, t196, t173; madc.hi.cc.u32 t198, 0xb9feffff, t196, t174;" \
    "madc.lo.cc.u32 t199, 0x1eabfffe, t196, t175; madc.hi.cc.u32 t200, 0x1eabfffe, t196, t176;" \
    "madc.lo.cc.u32 t201, 0x6730d2a0, t196, t177; madc.hi.cc.u32 t202, 0x6730d2a0, t196, t178;" \
    "madc.lo.cc.u32 t203, 0x64774b84, t196, t179; madc.hi.cc.u32 t204, 0x64774b84, t196, t180;" \
    "madc.lo.cc.u32 t205, 0x4b1ba7b6, t196, t181; madc.hi.cc.u32 t206, 0x4b1ba7b6, t196, t182;" \
    "madc.lo.cc.u32 t207, 0x1a0111ea, t196, t62; madc.hi.u32 t208, 0x1a0111ea, t196, 0;" \
    "mad.lo.cc.u32 t184, 0xffffaaab, t196, t184; madc.hi.cc.u32 t185, 0xffffaaab, t196, t185;" \
    "madc.lo.cc.u32 t186, 0xb153ffff, t196, t186; madc.hi.cc.u32 t187, 0xb153ffff, t196, t187;" \
    "madc.lo.cc.u32 t188, 0xf6b0f624, t196, t188; madc.hi.cc.u32 t189, 0xf6b0f624, t196, t189;" \
    "madc.lo.cc.u32 t190, 0xf38512bf, t196, t190; madc.hi.cc.u32 t191, 0xf38512bf, t196, t191;" \
    "madc.lo.cc.u32 t192, 0x434bacd7, t196, t192; madc.hi.cc.u32 t193, 0x434bacd7, t196, t193;" \
    "madc.lo.cc.u32 t194, 0x397fe69a, t196, t194; madc.hi.u32 t195, 0x397fe69a, t196, t195;" \
    "add.cc.u32 t197, t197, t185; mul.lo.u32 t209, t197, 0xfffcfffd; madc.lo.cc.u32 t210, 0xb9feffff, t209, t186;" \
    "madc.hi.cc.u32 t211, 0xb9feffff, t209, t187; madc.lo.cc.u32 t212, 0x1eabfffe, t209, t188;" \
    "madc.hi.cc.u32 t213, 0x1eabfffe, t209, t189; madc.lo.cc.u32 t214, 0x6730d2a0, t209, t190;" \
    "madc.hi.cc.u32 t215, 0x6730d2a0, t209, t191; madc.lo.cc.u32 t216, 0x64774b84, t209, t192;" \
    "madc.hi.cc.u32 t217, 0x64774b84, t209, t193; madc.lo.cc.u32 t218, 0x4b1ba7b6, t209, t194;" \
    "madc.hi.cc.u32 t219, 0x4b1ba7b6, t209, t195; madc.lo.cc.u32 t220, 0x1a0111ea, t209, t63;" \
    "madc.hi.u32 t221, 0x1a0111ea, t209, 0; mad.lo.cc.u32 t197, 0xffffaaab, t209, t197;" \
    "madc.hi.cc.u32 t198, 0xffffaaab, t209, t198; madc.lo.cc.u32 t199, 0xb153ffff, t209, t199;" \
    "madc.hi.cc.u32 t200, 0xb153ffff, t209, t200; madc.lo.cc.u32 t201, 0xf6b0f624, t209, t201;" \
    "madc.hi.cc.u32 t202, 0xf6b0f624, t209, t202; madc.lo.cc.u32 t203, 0xf38512bf, t209, t203;" \
    "madc.hi.cc.u32 t204, 0xf38512bf, t209, t204; madc.lo.cc.u32 t205, 0x434bacd7, t209, t205;" \
    "madc.hi.cc.u32 t206, 0x434bacd7, t209, t206; madc.lo.cc.u32 t207, 0x397fe69a, t209, t207;" \
    "madc.hi.u32 t208, 0x397fe69a, t209, t208; add.cc.u32 %0, t210, t198; addc.cc.u32 %1, t211, t199;" \
    "addc.cc.u32 %2, t212, t200; addc.cc.u32 %3, t213, t201; addc.cc.u32 %4, t214, t202;" \
    "addc.cc.u32 %5, t215, t203; addc.cc.u32 %6, t216, t204; addc.cc.u32 %7, t217, t205;" \
    "addc.cc.u32 %8, t218, t206; addc.cc.u32 %9, t219, t207; addc.cc.u32 %10, t220, t208; addc.u32 %11, t221, t64;" \
    "}"

#define SL_PTX_FP_ADD \
    "{ .reg .u32 t<12>; add.cc.u32 t0, %12, %24; addc.cc.u32 t1, %13, %25; addc.cc.u32 t2, %14, %26;" \
    "addc.cc.u32 t3, %15, %27; addc.cc.u32 t4, %16, %28; addc.cc.u32 t5, %17, %29; addc.cc.u32 t6, %18, %30;" \
    "addc.cc.u32 t7, %19, %31; addc.cc.u32 t8, %20, %32; addc.cc.u32 t9, %21, %33; addc.cc.u32 t10, %22, %34;" \
    "addc.u32 t11, %23, %35; mov.b32 %0, t0; mov.b32 %1, t1; mov.b32 %2, t2; mov.b32 %3, t3; mov.b32 %4, t4;" \
    "mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7; mov.b32 %8, t8; mov.b32 %9, t9; mov.b32 %10, t10;" \
    "mov.b32 %11, t11; }"

#define SL_PTX_FP_SUB \
    "{ .reg .u32 t<12>; sub.cc.u32 t0, %12, %24; subc.cc.u32 t1, %13, %25; subc.cc.u32 t2, %14, %26;" \
    "subc.cc.u32 t3, %15, %27; subc.cc.u32 t4, %16, %28; subc.cc.u32 t5, %17, %29; subc.cc.u32 t6, %18, %30;" \
    "subc.cc.u32 t7, %19, %31; subc.cc.u32 t8, %20, %32; subc.cc.u32 t9, %21, %33; subc.cc.u32 t10, %22, %34;" \
    "subc.cc.u32 t11, %23, %35; add.cc.u32 %0, t0, 0xffff5556; addc.cc.u32 %1, t1, 0x73fdffff;" \
    "addc.cc.u32 %2, t2, 0x62a7ffff; addc.cc.u32 %3, t3, 0x3d57fffd; addc.cc.u32 %4, t4, 0xed61ec48;" \
    "addc.cc.u32 %5, t5, 0xce61a541; addc.cc.u32 %6, t6, 0xe70a257e; addc.cc.u32 %7, t7, 0xc8ee9709;" \
    "addc.cc.u32 %8, t8, 0x869759ae; addc.cc.u32 %9, t9, 0x96374f6c; addc.cc.u32 %10, t10, 0x72ffcd34;" \
    "addc.u32 %11, t11, 0x340223d4; }"

#define SL_PTX_FP_SUB_REDUCED \
    "{ .reg .u32 t<13>; .reg .pred p0; sub.cc.u32 t0, %12, %24; subc.cc.u32 t1, %13, %25; subc.cc.u32 t2, %14, %26;" \
    "subc.cc.u32 t3, %15, %27; subc.cc.u32 t4, %16, %28; subc.cc.u32 t5, %17, %29; subc.cc.u32 t6, %18, %30;" \
    "subc.cc.u32 t7, %19, %31; subc.cc.u32 t8, %20, %32; subc.cc.u32 t9, %21, %33; subc.cc.u32 t10, %22, %34;" \
    "subc.cc.u32 t11, %23, %35; subc.u32 t12, 0, 0; setp.ne.u32 p0, t12, 0; @p0 add.cc.u32 t0, t0, 0xffff5556;" \
    "@p0 addc.cc.u32 t1, t1, 0x73fdffff; @p0 addc.cc.u32 t2, t2, 0x62a7ffff; @p0 addc.cc.u32 t3, t3, 0x3d57fffd;" \
    "@p0 addc.cc.u32 t4, t4, 0xed61ec48; @p0 addc.cc.u32 t5, t5, 0xce61a541; @p0 addc.cc.u32 t6, t6, 0xe70a257e;" \
    "@p0 addc.cc.u32 t7, t7, 0xc8ee9709; @p0 addc.cc.u32 t8, t8, 0x869759ae; @p0 addc.cc.u32 t9, t9, 0x96374f6c;" \
    "@p0 addc.cc.u32 t10, t10, 0x72ffcd34; @p0 addc.u32 t11, t11, 0x340223d4; mov.b32 %0, t0; mov.b32 %1, t1;" \
    "mov.b32 %2, t2; mov.b32 %3, t3; mov.b32 %4, t4; mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7;" \
    "mov.b32 %8, t8; mov.b32 %9, t9; mov.b32 %10, t10; mov.b32 %11, t11; }"

#define SL_PTX_FP_NEGATE_IF \
    "{ .reg .u32 t<12>; .reg .pred p0; setp.ne.u32 p0, %24, 0; mov.b32 t0, %12; mov.b32 t1, %13; mov.b32 t2, %14;" \
    "mov.b32 t3, %15; mov.b32 t4, %16; mov.b32 t5, %17; mov.b32 t6, %18; mov.b32 t7, %19; mov.b32 t8, %20;" \
    "mov.b32 t9, %21; mov.b32 t10, %22; mov.b32 t11, %23; @p0 sub.cc.u32 t0, 0xffff5556, t0;" \
    "@p0 subc.cc.u32 t1, 0x73fdffff, t1; @p0 subc.cc.u32 t2, 0x62a7ffff, t2; @p0 subc.cc.u32 t3, 0x3d57fffd, t3;" \
    "@p0 subc.cc.u32 t4, 0xed61ec48, t4; @p0 subc.cc.u32 t5, 0xce61a541, t5; @p0 subc.cc.u32 t6, 0xe70a257e, t6;" \
    "@p0 subc.cc.u32 t7, 0xc8ee9709, t7; @p0 subc.cc.u32 t8, 0x869759ae, t8; @p0 subc.cc.u32 t9, 0x96374f6c, t9;" \
    "@p0 subc.cc.u32 t10, 0x72ffcd34, t10; @p0 subc.u32 t11, 0x340223d4, t11; mov.b32 %0, t0; mov.b32 %1, t1;" \
    "mov.b32 %2, t2; mov.b32 %3, t3; mov.b32 %4, t4; mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7;" \
    "mov.b32 %8, t8; mov.b32 %9, t9; mov.b32 %10, t10; mov.b32 %11, t11; }"

#define SL_PTX_FP_WIDE_MUL \
    "{ .reg .u32 t<168>; mul.lo.u32 t0, %25, %36; mul.hi.u32 t1, %25, %36; mul.lo.u32 t2, %27, %36;" \
    "mul.hi.u32 t3, %27, %36; mul.lo.u32 t4, %29, %36; mul.hi.u32 t5, %29, %36; mul.lo.u32 t6, %31, %36;" \
    "mul.hi.u32 t7, %31, %36; mul.lo.u32 t8, %33, %36; mul.hi.u32 t9, %33, %36; mul.lo.u32 t10, %35, %36;" \
    "mul.hi.u32 t11, %35, %36; mul.lo.u32 t12, %24, %36; mul.hi.u32 t13, %24, %36; mul.lo.u32 t14, %26, %36;" \
    "mul.hi.u32 t15, %26, %36; mul.lo.u32 t16, %28, %36; mul.hi.u32 t17, %28, %36; mul.lo.u32 t18, %30, %36;" \
    "mul.hi.u32 t19, %30, %36; mul.lo.u32 t20, %32, %36; mul.hi.u32 t21, %32, %36; mul.lo.u32 t22, %34, %36;" \
    "mul.hi.u32 t23, %34, %36; add.cc.u32 t0, t0, t13; madc.lo.cc.u32 t24, %25, %37, t14;" \
    "madc.hi.cc.u32 t25, %25, %37, t15; madc.lo.cc.u32 t26, %27, %37, t16; madc.hi.cc.u32 t27, %27, %37, t17;" \
    "madc.lo.cc.u32 t28, %29, %37, t18; madc.hi.cc.u32 t29, %29, %37, t19; madc.lo.cc.u32 t30, %31, %37, t20;" \
    "madc.hi.cc.u32 t31, %31, %37, t21; madc.lo.cc.u32 t32, %33, %37, t22; madc.hi.cc.u32 t33, %33, %37, t23;" \
    "madc.lo.cc.u32 t34, %35, %37, 0; madc.hi.u32 t35, %35, %37, 0; mad.lo.cc.u32 t0, %24, %37, t0;" \
    "madc.hi.cc.u32 t1, %24, %37, t1; madc.lo.cc.u32 t2, %26, %37, t2; madc.hi.cc.u32 t3, %26, %37, t3;" \
    "madc.lo.cc.u32 t4, %28, %37, t4; madc.hi.cc.u32 t5, %28, %37, t5; madc.lo.cc.u32 t6, %30, %37, t6;" \
    "madc.hi.cc.u32 t7, %30, %37, t7; madc.lo.cc.u32 t8, %32, %37, t8; madc.hi.cc.u32 t9, %32, %37, t9;" \
    "madc.lo.cc.u32 t10, %34, %37, t10; madc.hi.cc.u32 t11, %34, %37, t11; addc.u32 t35, t35, 0;" \
    "add.cc.u32 t24, t24, t1; madc.lo.cc.u32 t36, %25, %38, t2; madc.hi.cc.u32 t37, %25, %38, t3;" \
    "madc.lo.cc.u32 t38, %27, %38, t4; madc.hi.cc.u32 t39, %27, %38, t5; madc.lo.cc.u32 t40, %29, %38, t6;" \
    "madc.hi.cc.u32 t41, %29, %38, t7; madc.lo.cc.u32 t42, %31, %38, t8; madc.hi.cc.u32 t43, %31, %38, t9;" \
    "madc.lo.cc.u32 t44, %33, %38, t10; madc.hi.cc.u32 t45, %33, %38, t11; madc.lo.cc.u32 t46, %35, %38, 0;" \
    "madc.hi.u32 t47, %35, %38, 0; mad.lo.cc.u32 t24, %24, %38, t24; madc.hi.cc.u32 t25, %24, %38, t25;" \
    "madc.lo.cc.u32 t26, %26, %38, t26; madc.hi.cc.u32 t27, %26, %38, t27; madc.lo.cc.u32 t28, %28, %38, t28;" \
    "madc.hi.cc.u32 t29, %28, %38, t29; madc.lo.cc.u32 t30, %30, %38, t30; madc.hi.cc.u32 t31, %30, %38, t31;" \
    "madc.lo.cc.u32 t32, %32, %38, t32; madc.hi.cc.u32 t33, %32, %38, t33; madc.lo.cc.u32 t34, %34, %38, t34;" \
    "madc.hi.cc.u32 t35, %34, %38, t35; addc.u32 t47, t47, 0; add.cc.u32 t36, t36, t25;" \
    "madc.lo.cc.u32 t48, %25, %39, t26; madc.hi.cc.u32 t49, %25, %39, t27; madc.lo.cc.u32 t50, %27, %39, t28;" \
    "madc.hi.cc.u32 t51, %27, %39, t29; madc.lo.cc.u32 t52, %29, %39, t30; madc.hi.cc.u32 t53, %29, %39, t31;" \
    "madc.lo.cc.u32 t54, %31, %39, t32; madc.hi.cc.u32 t55, %31, %39, t33; madc.lo.cc.u32 t56, %33, %39, t34;" \
    "madc.hi.cc.u32 t57, %33, %39, t35; madc.lo.cc.u32 t58, %35, %39, 0; madc.hi.u32 t59, %35, %39, 0;" \
    "mad.lo.cc.u32 t36, %24, %39, t36; madc.hi.cc.u32 t37, %24, %39, t37; madc.lo.cc.u32 t38, %26, %39, t38;" \
    "madc.hi.cc.u32 t39, %26, %39, t39; madc.lo.cc.u32 t40, %28, %39, t40; madc.hi.cc.u32 t41, %28, %39, t41;" \
    "madc.lo.cc.u32 t42, %30, %39, t42; madc.hi.cc.u32 t43, %30, %39, t43; madc.lo.cc.u32 t44, %32, %39, t44;" \
    "madc.hi.cc.u32 t45, %32, %39, t45; madc.lo.cc.u32 t46, %34, %39, t46; madc.hi.cc.u32 t47, %34, %39, t47;" \
    "addc.u32 t59, t59, 0; add.cc.u32 t48, t48, t37; madc.lo.cc.u32 t60, %25, %40, t38;" \
    "madc.hi.cc.u32 t61, %25, %40, t39; madc.lo.cc.u32 t62, %27, %40, t40; madc.hi.cc.u32 t63, %27, %40, t41;" \
    "madc.lo.cc.u32 t64, %29, %40, t42; madc.hi.cc.u32 t65, %29, %40, t43; madc.lo.cc.u32 t66, %31, %40, t44;" \
    "madc.hi.cc.u32 t67, %31, %40, t45; madc.lo.cc.u32 t68, %33, %40, t46; madc.hi.cc.u32 t69, %33, %40, t47;" \
    "madc.lo.cc.u32 t70, %35, %40, 0; madc.hi.u32 t71, %35, %40, 0; mad.lo.cc.u32 t48, %24, %40, t48;" \
    "madc.hi.cc.u32 t49, %24, %40, t49; madc.lo.cc.u32 t50, %26, %40, t50; madc.hi.cc.u32 t51, %26, %40, t51;" \
    "madc.lo.cc.u32 t52, %28, %40, t52; madc.hi.cc.u32 t53, %28, %40, t53; madc.lo.cc.u32 t54, %30, %40, t54;" \
    "madc.hi.cc.u32 t55, %30, %40, t55; madc.lo.cc.u32 t56, %32, %40, t56; madc.hi.cc.u32 t57, %32, %40, t57;" \
    "madc.lo.cc.u32 t58, %34, %40, t58; madc.hi.cc.u32 t59, %34, %40, t59; addc.u32 t71, t71, 0;" \
    "add.cc.u32 t60, t60, t49; madc.lo.cc.u32 t72, %25, %41, t50; madc.hi.cc.u32 t73, %25, %41, t51;" \
    "madc.lo.cc.u32 t74, %27, %41, t52; madc.hi.cc.u32 t75, %27, %41, t53; madc.lo.cc.u32 t76, %29, %41, t54;" \
    "madc.hi.cc.u32 t77, %29, %41, t55; madc.lo.cc.u32 t78, %31, %41, t56; madc.hi.cc.u32 t79, %31, %41, t57;" \
    "madc.lo.cc.u32 t80, %33, %41, t58; madc.hi.cc.u32 t81, %33, %41, t59; madc.lo.cc.u32 t82, %35, %41, 0;" \
    "madc.hi.u32 t83, %35, %41, 0; mad.lo.cc.u32 t60, %24, %41, t60; madc.hi.cc.u32 t61, %24, %41, t61;" \
    "madc.lo.cc.u32 t62, %26, %41, t62; madc.hi.cc.u32 t63, %26, %41, t63; madc.lo.cc.u32 t64, %28, %41, t64;" \
    "madc.hi.cc.u32 t65, %28, %41, t65; madc.lo.cc.u32 t66, %30, %41, t66; madc.hi.cc.u32 t67, %30, %41, t67;" \
    "madc.lo.cc.u32 t68, %32, %41, t68; madc.hi.cc.u32 t69, %32, %41, t69; madc.lo.cc.u32 t70, %34, %41, t70;" \
    "madc.hi.cc.u32 t71, %34, %41, t71; addc.u32 t83, t83, 0; add.cc.u32 t72, t72, t61;" \
    "madc.lo.cc.u32 t84, %25, %42, t62; madc.hi.cc.u32 t85, %25, %42, t63; madc.lo.cc.u32 t86, %27, %42, t64;" \
    "madc.hi.cc.u32 t87, %27, %42, t65; madc.lo.cc.u32 t88, %29, %42, t66; madc.hi.cc.u32 t89, %29, %42, t67;" \
    "madc.lo.cc.u32 t90, %31, %42, t68; madc.hi.cc.u32 t91, %31, %42, t69; madc.lo.cc.u32 t92, %33, %42, t70;" \
    "madc.hi.cc.u32 t93, %33, %42, t71; madc.lo.cc.u32 t94, %35, %42, 0; madc.hi.u32 t95, %35, %42, 0;" \
    "mad.lo.cc.u32 t72, %24, %42, t72; madc.hi.cc.u32 t73, %24, %42, t73; madc.lo.cc.u32 t74, %26, %42, t74;" \
    "madc.hi.cc.u32 t75, %26, %42, t75; madc.lo.cc.u32 t76, %28, %42, t76; madc.hi.cc.u32 t77, %28, %42, t77;" \
    "madc.lo.cc.u32 t78, %30, %42, t78; madc.hi.cc.u32 t79, %30, %42, t79; madc.lo.cc.u32 t80, %32, %42, t80;" \
    "madc.hi.cc.u32 t81, %32, %42, t81; madc.lo.cc.u32 t82, %34, %42, t82; madc.hi.cc.u32 t83, %34, %42, t83;" \
    "addc.u32 t95, t95, 0; add.cc.u32 t84, t84, t73; madc.lo.cc.u32 t96, %25, %43, t74;" \
    "madc.hi.cc.u32 t97, %25, %43, t75; madc.lo.cc.u32 t98, %27, %43, t76; madc.hi.cc.u32 t99, %27, %43, t77;" \
    "madc.lo.cc.u32 t100, %29, %43, t78; madc.hi.cc.u32 t101, %29, %43, t79; madc.lo.cc.u32 t102, %31, %43, t80;" \
    "madc.hi.cc.u32 t103, %31, %43, t81; madc.lo.cc.u32 t104, %33, %43, t82; madc.hi.cc.u32 t105, %33, %43, t83;" \
    "madc.lo.cc.u32 t106, %35, %43, 0; madc.hi.u32 t107, %35, %43, 0; mad.lo.cc.u32 t84, %24, %43, t84;" \
    "madc.hi.cc.u32 t85, %24, %43, t85; madc.lo.cc.u32 t86, %26, %43, t86; madc.hi.cc.u32 t87, %26, %43, t87;" \
    "madc.lo.cc.u32 t88, %28, %43, t88; madc.hi.cc.u32 t89, %28, %43, t89; madc.lo.cc.u32 t90, %30, %43, t90;" \
    "madc.hi.cc.u32 t91, %30, %43, t91; madc.lo.cc.u32 t92, %32, %43, t92; madc.hi.cc.u32 t93, %32, %43, t93;" \
    "madc.lo.cc.u32 t94, %34, %43, t94; madc.hi.cc.u32 t95, %34, %43, t95; addc.u32 t107, t107, 0;" \
    "add.cc.u32 t96, t96, t85; madc.lo.cc.u32 t108, %25, %44, t86; madc.hi.cc.u32 t109, %25, %44, t87;" \
    "madc.lo.cc.u32 t110, %27, %44, t88; madc.hi.cc.u32 t111, %27, %44, t89; madc.lo.cc.u32 t112, %29, %44, t90;" \
    "madc.hi.cc.u32 t113, %29, %44, t91; madc.lo.cc.u32 t114, %31, %44, t92; madc.hi.cc.u32 t115, %31, %44, t93;" \
    "madc.lo.cc.u32 t116, %33, %44, t94; madc.hi.cc.u32 t117, %33, %44, t95; madc.lo.cc.u32 t118, %35, %44, 0;" \
    "madc.hi.u32 t119, %35, %44, 0; mad.lo.cc.u32 t96, %24, %44, t96; madc.hi.cc.u32 t97, %24, %44, t97;" \
    "madc.lo.cc.u32 t98, %26, %44, t98; madc.hi.cc.u32 t99, %26, %44, t99; madc.lo.cc.u32 t100, %28, %44, t100;" \
    "madc.hi.cc.u32 t101, %28, %44, t101; madc.lo.cc.u32 t102, %30, %44, t102; madc.hi.cc.u32 t103, %30, %44, t103;" \
    "madc.lo.cc.u32 t104, %32, %44, t104; madc.hi.cc.u32 t105, %32, %44, t105; madc.lo.cc.u32 t106, %34, %44, t106;" \
    "madc.hi.cc.u32 t107, %34, %44, t107; addc.u32 t119, t119, 0; add.cc.u32 t108, t108, t97;" \
    "madc.lo.cc.u32 t120, %25, %45, t98; madc.hi.cc.u32 t121, %25, %45, t99; madc.lo.cc.u32 t122, %27, %45, t100;" \
    "madc.hi.cc.u32 t123, %27, %45, t101; madc.lo.cc.u32 t124, %29, %45, t102; madc.hi.cc.u32 t125, %29, %45, t103;" \
    "madc.lo.cc.u32 t126, %31, %45, t104; madc.hi.cc.u32 t127, %31, %45, t105; madc.lo.cc.u32 t128, %33, %45, t106;" \
    "madc.hi.cc.u32 t129, %33, %45, t107; madc.lo.cc.u32 t130, %35, %45, 0; madc.hi.u32 t131, %35, %45, 0;" \
    "mad.lo.cc.u32 t108, %24, %45, t108; madc.hi.cc.u32 t109, %24, %45, t109; madc.lo.cc.u32 t110, %26, %45, t110;" \
    "madc.hi.cc.u32 t111, %26, %45, t111; madc.lo.cc.u32 t112, %28, %45, t112; madc.hi.cc.u32 t113, %28, %45, t113;" \
    "madc.lo.cc.u32 t114, %30, %45, t114; madc.hi.cc.u32 t115, %30, %45, t115; madc.lo.cc.u32 t116, %32, %45, t116;" \
    "madc.hi.cc.u32 t117, %32, %45, t117; madc.lo.cc.u32 t118, %34, %45, t118; madc.hi.cc.u32 t119, %34, %45, t119;" \
    "addc.u32 t131, t131, 0; add.cc.u32 t120, t120, t109; madc.lo.cc.u32 t132, %25, %46, t110;" \
    "madc.hi.cc.u32 t133, %25, %46, t111; madc.lo.cc.u32 t134, %27, %46, t112; madc.hi.cc.u32 t135, %27, %46, t113;" \
    "madc.lo.cc.u32 t136, %29, %46, t114; madc.hi.cc.u32 t137, %29, %46, t115; madc.lo.cc.u32 t138, %31, %46, t116;" \
    "madc.hi.cc.u32 t139, %31, %46, t117; madc.lo.cc.u32 t140, %33, %46, t118; madc.hi.cc.u32 t141, %33, %46, t119;" \
    "madc.lo.cc.u32 t142, %35, %46, 0; madc.hi.u32 t143, %35, %46, 0; mad.lo.cc.u32 t120, %24, %46, t120;" \
    "madc.hi.cc.u32 t121, %24, %46, t121; madc.lo.cc.u32 t122, %26, %46, t122; madc.hi.cc.u32 t123, %26, %46, t123;" \
    "madc.lo.cc.u32 t124, %28, %46, t124; madc.hi.cc.u32 t125, %28, %46, t125; madc.lo.cc.u32 t126, %30, %46, t126;" \
    "madc.hi.cc.u32 t127, %30, %46, t127; madc.lo.cc.u32 t128, %32, %46, t128; madc.hi.cc.u32 t129, %32, %46, t129;" \
    "madc.lo.cc.u32 t130, %34, %46, t130; madc.hi.cc.u32 t131, %34, %46, t131; addc.u32 t143, t143, 0;" \
    "add.cc.u32 t132, t132, t121; madc.lo.cc.u32 t144, %25, %47, t122; madc.hi.cc.u32 t145, %25, %47, t123;" \
    "madc.lo.cc.u32 t146, %27, %47, t124; madc.hi.cc.u32 t147, %27, %47, t125; madc.lo.cc.u32 t148, %29, %47, t126;" \
    "madc.hi.cc.u32 t149, %29, %47, t127; madc.lo.cc.u32 t150, %31, %47, t128; madc.hi.cc.u32 t151, %31, %47, t129;" \
    "madc.lo.cc.u32 t152, %33, %47, t130; madc.hi.cc.u32 t153, %33, %47, t131; madc.lo.cc.u32 t154, %35, %47, 0;" \
    "madc.hi.u32 t155, %35, %47, 0; mad.lo.cc.u32 t132, %24, %47, t132; madc.hi.cc.u32 t133, %24, %47, t133;" \
    "madc.lo.cc.u32 t134, %26, %47, t134; madc.hi.cc.u32 t135, %26, %47, t135; madc.lo.cc.u32 t136, %28, %47, t136;" \
    "madc.hi.cc.u32 t137, %28, %47, t137; madc.lo.cc.u32 t138, %30, %47, t138; madc.hi.cc.u32 t139, %30, %47, t139;" \
    "madc.lo.cc.u32 t140, %32, %47, t140; madc.hi.cc.u32 t141, %32, %47, t141; madc.lo.cc.u32 t142, %34, %47, t142;" \
    "madc.hi.cc.u32 t143, %34, %47, t143; addc.u32 t155, t155, 0; add.cc.u32 t156, t144, t133;" \
    "addc.cc.u32 t157, t145, t134; addc.cc.u32 t158, t146, t135; addc.cc.u32 t159, t147, t136;" \
    "addc.cc.u32 t160, t148, t137; addc.cc.u32 t161, t149, t138; addc.cc.u32 t162, t150, t139;" \
    "addc.cc.u32 t163, t151, t140; addc.cc.u32 t164, t152, t141; addc.cc.u32 t165, t153, t142;" \
    "addc.cc.u32 t166, t154, t143; addc.u32 t167, t155, 0; mov.b32 %0, t12; mov.b32 %1, t0; mov.b32 %2, t24;" \
    "mov.b32 %3, t36; mov.b32 %4, t48; mov.b32 %5, t60; mov.b32 %6, t72; mov.b32 %7, t84; mov.b32 %8, t96;" \
    "mov.b32 %9, t108; mov.b32 %10, t120; mov.b32 %11, t132; mov.b32 %12, t156; mov.b32 %13, t157;" \
    "mov.b32 %14, t158; mov.b32 %15, t159; mov.b32 %16, t160; mov.b32 %17, t161; mov.b32 %18, t162;" \
    "mov.b32 %19, t163; mov.b32 %20, t164; mov.b32 %21, t165; mov.b32 %22, t166; mov.b32 %23, t167; }"

#define SL_PTX_FP_WIDE_REDUCE \
    "{ .reg .u32 t<180>; mov.b32 t0, %12; mov.b32 t1, %13; mov.b32 t2, %14; mov.b32 t3, %15; mov.b32 t4, %16;" \
    "mov.b32 t5, %17; mov.b32 t6, %18; mov.b32 t7, %19; mov.b32 t8, %20; mov.b32 t9, %21; mov.b32 t10, %22;" \
    "mov.b32 t11, %23; mov.b32 t12, %24; mov.b32 t13, %25; mov.b32 t14, %26; mov.b32 t15, %27; mov.b32 t16, %28;" \
    "mov.b32 t17, %29; mov.b32 t18, %30; mov.b32 t19, %31; mov.b32 t20, %32; mov.b32 t21, %33; mov.b32 t22, %34;" \
    "mov.b32 t23, %35; mul.lo.u32 t24, t0, 0xfffcfffd; mul.lo.u32 t25, 0xb9feffff, t24;" \
    "mul.hi.u32 t26, 0xb9feffff, t24; mul.lo.u32 t27, 0x1eabfffe, t24; mul.hi.u32 t28, 0x1eabfffe, t24;" \
    "mul.lo.u32 t29, 0x6730d2a0, t24; mul.hi.u32 t30, 0x6730d2a0, t24; mul.lo.u32 t31, 0x64774b84, t24;" \
    "mul.hi.u32 t32, 0x64774b84, t24; mul.lo.u32 t33, 0x4b1ba7b6, t24; mul.hi.u32 t34, 0x4b1ba7b6, t24;" \
    "mul.lo.u32 t35, 0x1a0111ea, t24; mul.hi.u32 t36, 0x1a0111ea, t24; mad.lo.cc.u32 t0, 0xffffaaab, t24, t0;" \
    "madc.hi.cc.u32 t1, 0xffffaaab, t24, t1; madc.lo.cc.u32 t2, 0xb153ffff, t24, t2;" \
    "madc.hi.cc.u32 t3, 0xb153ffff, t24, t3; madc.lo.cc.u32 t4, 0xf6b0f624, t24, t4;" \
    "madc.hi.cc.u32 t5, 0xf6b0f624, t24, t5; madc.lo.cc.u32 t6, 0xf38512bf, t24, t6;" \
    "madc.hi.cc.u32 t7, 0xf38512bf, t24, t7; madc.lo.cc.u32 t8, 0x434bacd7, t24, t8;" \
    "madc.hi.cc.u32 t9, 0x434bacd7, t24, t9; madc.lo.cc.u32 t10, 0x397fe69a, t24, t10;" \
    "madc.hi.cc.u32 t11, 0x397fe69a, t24, t11; addc.u32 t36, t36, 0; add.cc.u32 t25, t25, t1;" \
    "mul.lo.u32 t37, t25, 0xfffcfffd; madc.lo.cc.u32 t38, 0xb9feffff, t37, t2;" \
    "madc.hi.cc.u32 t39, 0xb9feffff, t37, t3; madc.lo.cc.u32 t40, 0x1eabfffe, t37, t4;" \
    "madc.hi.cc.u32 t41, 0x1eabfffe, t37, t5; madc.lo.cc.u32 t42, 0x6730d2a0, t37, t6;" \
    "madc.hi.cc.u32 t43, 0x6730d2a0, t37, t7; madc.lo.cc.u32 t44, 0x64774b84, t37, t8;" \
    "madc.hi.cc.u32 t45, 0x64774b84, t37, t9; madc.lo.cc.u32 t46, 0x4b1ba7b6, t37, t10;" \
    "madc.hi.cc.u32 t47, 0x4b1ba7b6, t37, t11; madc.lo.cc.u32 t48, 0x1a0111ea, t37, t12;" \
    "madc.hi.u32 t49, 0x1a0111ea, t37, 0; mad.lo.cc.u32 t25, 0xffffaaab, t37, t25;" \
    "madc.hi.cc.u32 t26, 0xffffaaab, t37, t26; madc.lo.cc.u32 t27, 0xb153ffff, t37, t27;" \
    "madc.hi.cc.u32 t28, 0xb153ffff, t37, t28; madc.lo.cc.u32 t29, 0xf6b0f624, t37, t29;" \
    "madc.hi.cc.u32 t30, 0xf6b0f624, t37, t30; madc.lo.cc.u32 t31, 0xf38512bf, t37, t31;" \
    "madc.hi.cc.u32 t32, 0xf38512bf, t37, t32; madc.lo.cc.u32 t33, 0x434bacd7, t37, t33;" \
    "madc.hi.cc.u32 t34, 0x434bacd7, t37, t34; madc.lo.cc.u32 t35, 0x397fe69a, t37, t35;" \
    "madc.hi.u32 t36, 0x397fe69a, t37, t36; add.cc.u32 t38, t38, t26; mul.lo.u32 t50, t38, 0xfffcfffd;" \
    "madc.lo.cc.u32 t51, 0xb9feffff, t50, t27; madc.hi.cc.u32 t52, 0xb9feffff, t50, t28;" \
    "madc.lo.cc.u32 t53, 0x1eabfffe, t50, t29; madc.hi.cc.u32 t54, 0x1eabfffe, t50, t30;" \
    "madc.lo.cc.u32 t55, 0x6730d2a0, t50, t31; madc.hi.cc.u32 t56, 0x6730d2a0, t50, t32;" \
    "madc.lo.cc.u32 t57, 0x64774b84, t50, t33; madc.hi.cc.u32 t58, 0x64774b84, t50, t34;" \
    "madc.lo.cc.u32 t59, 0x4b1ba7b6, t50, t35; madc.hi.cc.u32 t60, 0x4b1ba7b6, t50, t36;" \
    "madc.lo.cc.u32 t61, 0x1a0111ea, t50, t13; madc.hi.u32 t62, 0x1a0111ea, t50, 0;" \
    "mad.lo.cc.u32 t38, 0xffffaaab, t50, t38; madc.hi.cc.u32 t39, 0xffffaaab, t50, t39;" \
    "madc.lo.cc.u32 t40, 0xb153ffff, t50, t40; madc.hi.cc.u32 t41, 0xb153ffff, t50, t41;" \
    "madc.lo.cc.u32 t42, 0xf6b0f624, t50, t42; madc.hi.cc.u32 t43, 0xf6b0f624, t50, t43;" \
    "madc.lo.cc.u32 t44, 0xf38512bf, t50, t44; madc.hi.cc.u32 t45, 0xf38512bf, t50, t45;" \
    "madc.lo.cc.u32 t46, 0x434bacd7, t50, t46; madc.hi.cc.u32 t47, 0x434bacd7, t50, t47;" \
    "madc.lo.cc.u32 t48, 0x397fe69a, t50, t48; madc.hi.u32 t49, 0x397fe69a, t50, t49; add.cc.u32 t51, t51, t39;" \
    "mul.lo.u32 t63, t51, 0xfffcfffd; madc.lo.cc.u32 t64, 0xb9feffff, t63, t40;" \
    "madc.hi.cc.u32 t65, 0xb9feffff, t63, t41; madc.lo.cc.u32 t66, 0x1eabfffe, t63, t42;" \
    "madc.hi.cc.u32 t67, 0x1eabfffe, t63, t43; madc.lo.cc.u32 t68, 0x6730d2a0, t63, t44;" \
    "madc.hi.cc.u32 t69, 0x6730d2a0, t63, t45; madc.lo.cc.u32 t70, 0x64774b84, t63, t46;" \
    "madc.hi.cc.u32 t71, 0x64774b84, t63, t47; madc.lo.cc.u32 t72, 0x4b1ba7b6, t63, t48;" \
    "madc.hi.cc.u32 t73, 0x4b1ba7b6, t63, t49; madc.lo.cc.u32 t74, 0x1a0111ea, t63, t14;" \
    "madc.hi.u32 t75, 0x1a0111ea, t63, 0; mad.lo.cc.u32 t51, 0xffffaaab, t63, t51;" \
    "madc.hi.cc.u32 t52, 0xffffaaab, t63, t52; madc.lo.cc.u32 t53, 0xb153ffff, t63, t53;" \
    "madc.hi.cc.u32 t54, 0xb153ffff, t63, t54; madc.lo.cc.u32 t55, 0xf6b0f624, t63, t55;" \
    "madc.hi.cc.u32 t56, 0xf6b0f624, t63, t56; madc.lo.cc.u32 t57, 0xf38512bf, t63, t57;" \
    "madc.hi.cc.u32 t58, 0xf38512bf, t63, t58; madc.lo.cc.u32 t59, 0x434bacd7, t63, t59;" \
    "madc.hi.cc.u32 t60, 0x434bacd7, t63, t60; madc.lo.cc.u32 t61, 0x397fe69a, t63, t61;" \
    "madc.hi.u32 t62, 0x397fe69a, t63, t62; add.cc.u32 t64, t64, t52; mul.lo.u32 t76, t64, 0xfffcfffd;" \
    "madc.lo.cc.u32 t77, 0xb9feffff, t76, t53; madc.hi.cc.u32 t78, 0xb9feffff, t76, t54;" \
    "madc.lo.cc.u32 t79, 0x1eabfffe, t76, t55; madc.hi.cc.u32 t80, 0x1eabfffe, t76, t56;" \
    "madc.lo.cc.u32 t81, 0x6730d2a0, t76, t57; madc.hi.cc.u32 t82, 0x6730d2a0, t76, t58;" \
    "madc.lo.cc.u32 t83, 0x64774b84, t76, t59; madc.hi.cc.u32 t84, 0x64774b84, t76, t60;" \
    "madc.lo.cc.u32 t85, 0x4b1ba7b6, t76, t61; madc.hi.cc.u32 t86, 0x4b1ba7b6, t76, t62;" \
    "madc.lo.cc.u32 t87, 0x1a0111ea, t76, t15; madc.hi.u32 t88, 0x1a0111ea, t76, 0;" \
    "mad.lo.cc.u32 t64, 0xffffaaab, t76, t64; madc.hi.cc.u32 t65, 0xffffaaab, t76, t65;" \
    "madc.lo.cc.u32 t66, 0xb153ffff, t76, t66; madc.hi.cc.u32 t67, 0xb153ffff, t76, t67;" \
    "madc.lo.cc.u32 t68, 0xf6b0f624, t76, t68; madc.hi.cc.u32 t69, 0xf6b0f624, t76, t69;" \
    "madc.lo.cc.u32 t70, 0xf38512bf, t76, t70; madc.hi.cc.u32 t71, 0xf38512bf, t76, t71;" \
    "madc.lo.cc.u32 t72, 0x434bacd7, t76, t72; madc.hi.cc.u32 t73, 0x434bacd7, t76, t73;" \
    "madc.lo.cc.u32 t74, 0x397fe69a, t76, t74; madc.hi.u32 t75, 0x397fe69a, t76, t75; add.cc.u32 t77, t77, t65;" \
    "mul.lo.u32 t89, t77, 0xfffcfffd; madc.lo.cc.u32 t90, 0xb9feffff, t89, t66;" \
    "madc.hi.cc.u32 t91, 0xb9feffff, t89, t67; madc.lo.cc.u32 t92, 0x1eabfffe, t89, t68;" \
    "madc.hi.cc.u32 t93, 0x1eabfffe, t89, t69; madc.lo.cc.u32 t94, 0x6730d2a0, t89, t70;" \
    "madc.hi.cc.u32 t95, 0x6730d2a0, t89, t71; madc.lo.cc.u32 t96, 0x64774b84, t89, t72;" \
    "madc.hi.cc.u32 t97, 0x64774b84, t89, t73; madc.lo.cc.u32 t98, 0x4b1ba7b6, t89, t74;" \
    "madc.hi.cc.u32 t99, 0x4b1ba7b6, t89, t75; madc.lo.cc.u32 t100, 0x1a0111ea, t89, t16;" \
    "madc.hi.u32 t101, 0x1a0111ea, t89, 0; mad.lo.cc.u32 t77, 0xffffaaab, t89, t77;" \
    "madc.hi.cc.u32 t78, 0xffffaaab, t89, t78; madc.lo.cc.u32 t79, 0xb153ffff, t89, t79;" \
    "madc.hi.cc.u32 t80, 0xb153ffff, t89, t80; madc.lo.cc.u32 t81, 0xf6b0f624, t89, t81;" \
    "madc.hi.cc.u32 t82, 0xf6b0f624, t89, t82; madc.lo.cc.u32 t83, 0xf38512bf, t89, t83;" \
    "madc.hi.cc.u32 t84, 0xf38512bf, t89, t84; madc.lo.cc.u32 t85, 0x434bacd7, t89, t85;" \
    "madc.hi.cc.u32 t86, 0x434bacd7, t89, t86; madc.lo.cc.u32 t87, 0x397fe69a, t89, t87;" \
    "madc.hi.u32 t88, 0x397fe69a, t89, t88; add.cc.u32 t90, t90, t78; mul.lo.u32 t102, t90, 0xfffcfffd;" \
    "madc.lo.cc.u32 t103, 0xb9feffff, t102, t79; madc.hi.cc.u32 t104, 0xb9feffff, t102, t80;" \
    "madc.lo.cc.u32 t105, 0x1eabfffe, t102, t81; madc.hi.cc.u32 t106, 0x1eabfffe, t102, t82;" \
    "madc.lo.cc.u32 t107, 0x6730d2a0, t102, t83; madc.hi.cc.u32 t108, 0x6730d2a0, t102, t84;" \
    "madc.lo.cc.u32 t109, 0x64774b84, t102, t85; madc.hi.cc.u32 t110, 0x64774b84, t102, t86;" \
    "madc.lo.cc.u32 t111, 0x4b1ba7b6, t102, t87; madc.hi.cc.u32 t112, 0x4b1ba7b6, t102, t88;" \
    "madc.lo.cc.u32 t113, 0x1a0111ea, t102, t17; madc.hi.u32 t114, 0x1a0111ea, t102, 0;" \
    "mad.lo.cc.u32 t90, 0xffffaaab, t102, t90; madc.hi.cc.u32 t91, 0xffffaaab, t102, t91;" \
    "madc.lo.cc.u32 t92, 0xb153ffff, t102, t92; madc.hi.cc.u32 t93, 0xb153ffff, t102, t93;" \
    "madc.lo.cc.u32 t94, 0xf6b0f624, t102, t94; madc.hi.cc.u32 t95, 0xf6b0f624, t102, t95;" \
    "madc.lo.cc.u32 t96, 0xf38512bf, t102, t96; madc.hi.cc.u32 t97, 0xf38512bf, t102, t97;" \
    "madc.lo.cc.u32 t98, 0x434bacd7, t102, t98; madc.hi.cc.u32 t99, 0x434bacd7, t102, t99;" \
    "madc.lo.cc.u32 t100, 0x397fe69a, t102, t100; madc.hi.u32 t101, 0x397fe69a, t102, t101;" \
    "add.cc.u32 t103, t103, t91; mul.lo.u32 t115, t103, 0xfffcfffd; madc.lo.cc.u32 t116, 0xb9feffff, t115, t92;" \
    "madc.hi.cc.u32 t117, 0xb9feffff, t115, t93; madc.lo.cc.u32 t118, 0x1eabfffe, t115, t94;" \
    "madc.hi.cc.u32 t119, 0x1eabfffe, t115, t95; madc.lo.cc.u32 t120, 0x6730d2a0, t115, t96;" \
    "madc.hi.cc.u32 t121, 0x6730d2a0, t115, t97; madc.lo.cc.u32 t122, 0x64774b84, t115, t98;" \
    "madc.hi.cc.u32 t123, 0x64774b84, t115, t99; madc.lo.cc.u32 t124, 0x4b1ba7b6, t115, t100;" \
    "madc.hi.cc.u32 t125, 0x4b1ba7b6, t115, t101; madc.lo.cc.u32 t126, 0x1a0111ea, t115, t18;" \
    "madc.hi.u32 t127, 0x1a0111ea, t115, 0; mad.lo.cc.u32 t103, 0xffffaaab, t115, t103;" \
    "madc.hi.cc.u32 t104, 0xffffaaab, t115, t104; madc.lo.cc.u32 t105, 0xb153ffff, t115, t105;" \
    "madc.hi.cc.u32 t106, 0xb153ffff, t115, t106; madc.lo.cc.u32 t107, 0xf6b0f624, t115, t107;" \
    "madc.hi.cc.u32 t108, 0xf6b0f624, t115, t108; madc.lo.cc.u32 t109, 0xf38512bf, t115, t109;" \
    "madc.hi.cc.u32 t110, 0xf38512bf, t115, t110; madc.lo.cc.u32 t111, 0x434bacd7, t115, t111;" \
    "madc.hi.cc.u32 t112, 0x434bacd7, t115, t112; madc.lo.cc.u32 t113, 0x397fe69a, t115, t113;" \
    "madc.hi.u32 t114, 0x397fe69a, t115, t114; add.cc.u32 t116, t116, t104; mul.lo.u32 t128, t116, 0xfffcfffd;" \
    "madc.lo.cc.u32 t129, 0xb9feffff, t128, t105; madc.hi.cc.u32 t130, 0xb9feffff, t128, t106;" \
    "madc.lo.cc.u32 t131, 0x1eabfffe, t128, t107; madc.hi.cc.u32 t132, 0x1eabfffe, t128, t108;" \
    "madc.lo.cc.u32 t133, 0x6730d2a0, t128, t109; madc.hi.cc.u32 t134, 0x6730d2a0, t128, t110;" \
    "madc.lo.cc.u32 t135, 0x64774b84, t128, t111; madc.hi.cc.u32 t136, 0x64774b84, t128, t112;" \
    "madc.lo.cc.u32 t137, 0x4b1ba7b6, t128, t113; madc.hi.cc.u32 t138, 0x4b1ba7b6, t128, t114;" \
    "madc.lo.cc.u32 t139, 0x1a0111ea, t128, t19; madc.hi.u32 t140, 0x1a0111ea, t128, 0;" \
    "mad.lo.cc.u32 t116, 0xffffaaab, t128, t116; madc.hi.cc.u32 t117, 0xffffaaab, t128, t117;" \
    "madc.lo.cc.u32 t118, 0xb153ffff, t128, t118; madc.hi.cc.u32 t119, 0xb153ffff, t128, t119;" \
    "madc.lo.cc.u32 t120, 0xf6b0f624, t128, t120; madc.hi.cc.u32 t121, 0xf6b0f624, t128, t121;" \
    "madc.lo.cc.u32 t122, 0xf38512bf, t128, t122; madc.hi.cc.u32 t123, 0xf38512bf, t128, t123;" \
    "madc.lo.cc.u32 t124, 0x434bacd7, t128, t124; madc.hi.cc.u32 t125, 0x434bacd7, t128, t125;" \
    "madc.lo.cc.u32 t126, 0x397fe69a, t128, t126; madc.hi.u32 t127, 0x397fe69a, t128, t127;" \
    "add.cc.u32 t129, t129, t117; mul.lo.u32 t141, t129, 0xfffcfffd; madc.lo.cc.u32 t142, 0xb9feffff, t141, t118;" \
    "madc.hi.cc.u32 t143, 0xb9feffff, t141, t119; madc.lo.cc.u32 t144, 0x1eabfffe, t141, t120;" \
    "madc.hi.cc.u32 t145, 0x1eabfffe, t141, t121; madc.lo.cc.u32 t146, 0x6730d2a0, t141, t122;" \
    "madc.hi.cc.u32 t147, 0x6730d2a0, t141, t123; madc.lo.cc.u32 t148, 0x64774b84, t141, t124;" \
    "madc.hi.cc.u32 t149, 0x64774b84, t141, t125; madc.lo.cc.u32 t150, 0x4b1ba7b6, t141, t126;" \
    "madc.hi.cc.u32 t151, 0x4b1ba7b6, t141, t127; madc.lo.cc.u32 t152, 0x1a0111ea, t141, t20;" \
    "madc.hi.u32 t153, 0x1a0111ea, t141, 0; mad.lo.cc.u32 t129, 0xffffaaab, t141, t129;" \
    "madc.hi.cc.u32 t130, 0xffffaaab, t141, t130; madc.lo.cc.u32 t131, 0xb153ffff, t141, t131;" \
    "madc.hi.cc.u32 t132, 0xb153ffff, t141, t132; madc.lo.cc.u32 t133, 0xf6b0f624, t141, t133;" \
    "madc.hi.cc.u32 t134, 0xf6b0f624, t141, t134; madc.lo.cc.u32 t135, 0xf38512bf, t141, t135;" \
    "madc.hi.cc.u32 t136, 0xf38512bf, t141, t136; madc.lo.cc.u32 t137, 0x434bacd7, t141, t137;" \
    "madc.hi.cc.u32 t138, 0x434bacd7, t141, t138; madc.lo.cc.u32 t139, 0x397fe69a, t141, t139;" \
    "madc.hi.u32 t140, 0x397fe69a, t141, t140; add.cc.u32 t142, t142, t130; mul.lo.u32 t154, t142, 0xfffcfffd;" \
    "madc.lo.cc.u32 t155, 0xb9feffff, t154, t131; madc.hi.cc.u32 t156, 0xb9feffff, t154, t132;" \
    "madc.lo.cc.u32 t157, 0x1eabfffe, t154, t133; madc.hi.cc.u32 t158, 0x1eabfffe, t154, t134;" \
    "madc.lo.cc.u32 t159, 0x6730d2a0, t154, t135; madc.hi.cc.u32 t160, 0x6730d2a0, t154, t136;" \
    "madc.lo.cc.u32 t161, 0x64774b84, t154, t137; madc.hi.cc.u32 t162, 0x64774b84, t154, t138;" \
    "madc.lo.cc.u32 t163, 0x4b1ba7b6, t154, t139; madc.hi.cc.u32 t164, 0x4b1ba7b6, t154, t140;" \
    "madc.lo.cc.u32 t165, 0x1a0111ea, t154, t21; madc.hi.u32 t166, 0x1a0111ea, t154, 0;" \
    "mad.lo.cc.u32 t142, 0xffffaaab, t154, t142; madc.hi.cc.u32 t143, 0xffffaaab, t154, t143;" \
    "madc.lo.cc.u32 t144, 0xb153ffff, t154, t144; madc.hi.cc.u32 t145, 0xb153ffff, t154, t145;" \
    "madc.lo.cc.u32 t146, 0xf6b0f624, t154, t146; madc.hi.cc.u32 t147, 0xf6b0f624, t154, t147;" \
    "madc.lo.cc.u32 t148, 0xf38512bf, t154, t148; madc.hi.cc.u32 t149, 0xf38512bf, t154, t149;" \
    "madc.lo.cc.u32 t150, 0x434bacd7, t154, t150; madc.hi.cc.u32 t151, 0x434bacd7, t154, t151;" \
    "madc.lo.cc.u32 t152, 0x397fe69a, t154, t152; madc.hi.u32 t153, 0x397fe69a, t154, t153;" \
    "add.cc.u32 t155, t155, t143; mul.lo.u32 t167, t155, 0xfffcfffd; madc.lo.cc.u32 t168, 0xb9feffff, t167, t144;" \
    "madc.hi.cc.u32 t169, 0xb9feffff, t167, t145; madc.lo.cc.u32 t170, 0x1eabfffe, t167, t146;" \
    "madc.hi.cc.u32 t171, 0x1eabfffe, t167, t147; madc.lo.cc.u32 t172, 0x6730d2a0, t167, t148;" \
    "madc.hi.cc.u32 t173, 0x6730d2a0, t167, t149; madc.lo.cc.u32 t174, 0x64774b84, t167, t150;" \
    "madc.hi.cc.u32 t175, 0x64774b84, t167, t151; madc.lo.cc.u32 t176, 0x4b1ba7b6, t167, t152;" \
    "madc.hi.cc.u32 t177, 0x4b1ba7b6, t167, t153; madc.lo.cc.u32 t178, 0x1a0111ea, t167, t22;" \
    "madc.hi.u32 t179, 0x1a0111ea, t167, 0; mad.lo.cc.u32 t155, 0xffffaaab, t167, t155;" \
    "madc.hi.cc.u32 t156, 0xffffaaab, t167, t156; madc.lo.cc.u32 t157, 0xb153ffff, t167, t157;" \
    "madc.hi.cc.u32 t158, 0xb153ffff, t167, t158; madc.lo.cc.u32 t159, 0xf6b0f624, t167, t159;" \
    "madc.hi.cc.u32 t160, 0xf6b0f624, t167, t160; madc.lo.cc.u32 t161, 0xf38512bf, t167, t161;" \
    "madc.hi.cc.u32 t162, 0xf38512bf, t167, t162; madc.lo.cc.u32 t163, 0x434bacd7, t167, t163;" \
    "madc.hi.cc.u32 t164, 0x434bacd7, t167, t164; madc.lo.cc.u32 t165, 0x397fe69a, t167, t165;" \
    "madc.hi.u32 t166, 0x397fe69a, t167, t166; add.cc.u32 %0, t168, t156; addc.cc.u32 %1, t169, t157;" \
    "addc.cc.u32 %2, t170, t158; addc.cc.u32 %3, t171, t159; addc.cc.u32 %4, t172, t160;" \
    "addc.cc.u32 %5, t173, t161; addc.cc.u32 %6, t174, t162; addc.cc.u32 %7, t175, t163;" \
    "addc.cc.u32 %8, t176, t164; addc.cc.u32 %9, t177, t165; addc.cc.u32 %10, t178, t166; addc.u32 %11, t179, t23;" \
    "}"

#define SL_PTX_FP_WIDE_SUB \
    "{ .reg .u32 t<24>; sub.cc.u32 t0, %24, %48; subc.cc.u32 t1, %25, %49; subc.cc.u32 t2, %26, %50;" \
    "subc.cc.u32 t3, %27, %51; subc.cc.u32 t4, %28, %52; subc.cc.u32 t5, %29, %53; subc.cc.u32 t6, %30, %54;" \
    "subc.cc.u32 t7, %31, %55; subc.cc.u32 t8, %32, %56; subc.cc.u32 t9, %33, %57; subc.cc.u32 t10, %34, %58;" \
    "subc.cc.u32 t11, %35, %59; subc.cc.u32 t12, %36, %60; subc.cc.u32 t13, %37, %61; subc.cc.u32 t14, %38, %62;" \
    "subc.cc.u32 t15, %39, %63; subc.cc.u32 t16, %40, %64; subc.cc.u32 t17, %41, %65; subc.cc.u32 t18, %42, %66;" \
    "subc.cc.u32 t19, %43, %67; subc.cc.u32 t20, %44, %68; subc.cc.u32 t21, %45, %69; subc.cc.u32 t22, %46, %70;" \
    "subc.cc.u32 t23, %47, %71; mov.b32 %0, t0; mov.b32 %1, t1; mov.b32 %2, t2; mov.b32 %3, t3; mov.b32 %4, t4;" \
    "mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7; mov.b32 %8, t8; mov.b32 %9, t9; mov.b32 %10, t10;" \
    "mov.b32 %11, t11; mov.b32 %12, t12; mov.b32 %13, t13; mov.b32 %14, t14; mov.b32 %15, t15; mov.b32 %16, t16;" \
    "mov.b32 %17, t17; mov.b32 %18, t18; mov.b32 %19, t19; mov.b32 %20, t20; mov.b32 %21, t21; mov.b32 %22, t22;" \
    "mov.b32 %23, t23; }"

#define SL_PTX_FP_WIDE_SUB_P \
    "{ .reg .u32 t<24>; sub.cc.u32 t0, %24, %48; subc.cc.u32 t1, %25, %49; subc.cc.u32 t2, %26, %50;" \
    "subc.cc.u32 t3, %27, %51; subc.cc.u32 t4, %28, %52; subc.cc.u32 t5, %29, %53; subc.cc.u32 t6, %30, %54;" \
    "subc.cc.u32 t7, %31, %55; subc.cc.u32 t8, %32, %56; subc.cc.u32 t9, %33, %57; subc.cc.u32 t10, %34, %58;" \
    "subc.cc.u32 t11, %35, %59; subc.cc.u32 t12, %36, %60; subc.cc.u32 t13, %37, %61; subc.cc.u32 t14, %38, %62;" \
    "subc.cc.u32 t15, %39, %63; subc.cc.u32 t16, %40, %64; subc.cc.u32 t17, %41, %65; subc.cc.u32 t18, %42, %66;" \
    "subc.cc.u32 t19, %43, %67; subc.cc.u32 t20, %44, %68; subc.cc.u32 t21, %45, %69; subc.cc.u32 t22, %46, %70;" \
    "subc.cc.u32 t23, %47, %71; add.cc.u32 %12, t12, 0xffffaaab; addc.cc.u32 %13, t13, 0xb9feffff;" \
    "addc.cc.u32 %14, t14, 0xb153ffff; addc.cc.u32 %15, t15, 0x1eabfffe; addc.cc.u32 %16, t16, 0xf6b0f624;" \
    "addc.cc.u32 %17, t17, 0x6730d2a0; addc.cc.u32 %18, t18, 0xf38512bf; addc.cc.u32 %19, t19, 0x64774b84;" \
    "addc.cc.u32 %20, t20, 0x434bacd7; addc.cc.u32 %21, t21, 0x4b1ba7b6; addc.cc.u32 %22, t22, 0x397fe69a;" \
    "addc.u32 %23, t23, 0x1a0111ea; mov.b32 %0, t0; mov.b32 %1, t1; mov.b32 %2, t2; mov.b32 %3, t3; mov.b32 %4, t4;" \
    "mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7; mov.b32 %8, t8; mov.b32 %9, t9; mov.b32 %10, t10;" \
    "mov.b32 %11, t11; }"

#define SL_PTX_FP_REDUCE \
    "{ .reg .u32 t<25>; .reg .pred p0; mov.b32 t0, %12; mov.b32 t1, %13; mov.b32 t2, %14; mov.b32 t3, %15;" \
    "mov.b32 t4, %16; mov.b32 t5, %17; mov.b32 t6, %18; mov.b32 t7, %19; mov.b32 t8, %20; mov.b32 t9, %21;" \
    "mov.b32 t10, %22; mov.b32 t11, %23; sub.cc.u32 t12, t0, 0xffff5556; subc.cc.u32 t13, t1, 0x73fdffff;" \
    "subc.cc.u32 t14, t2, 0x62a7ffff; subc.cc.u32 t15, t3, 0x3d57fffd; subc.cc.u32 t16, t4, 0xed61ec48;" \
    "subc.cc.u32 t17, t5, 0xce61a541; subc.cc.u32 t18, t6, 0xe70a257e; subc.cc.u32 t19, t7, 0xc8ee9709;" \
    "subc.cc.u32 t20, t8, 0x869759ae; subc.cc.u32 t21, t9, 0x96374f6c; subc.cc.u32 t22, t10, 0x72ffcd34;" \
    "subc.cc.u32 t23, t11, 0x340223d4; subc.u32 t24, 0, 0; setp.ne.u32 p0, t24, 0; selp.b32 %0, t0, t12, p0;" \
    "selp.b32 %1, t1, t13, p0; selp.b32 %2, t2, t14, p0; selp.b32 %3, t3, t15, p0; selp.b32 %4, t4, t16, p0;" \
    "selp.b32 %5, t5, t17, p0; selp.b32 %6, t6, t18, p0; selp.b32 %7, t7, t19, p0; selp.b32 %8, t8, t20, p0;" \
    "selp.b32 %9, t9, t21, p0; selp.b32 %10, t10, t22, p0; selp.b32 %11, t11, t23, p0; }"

#define SL_PTX_FP_CANONICAL \
    "{ .reg .u32 t<25>; .reg .pred p0; mov.b32 t0, %12; mov.b32 t1, %13; mov.b32 t2, %14; mov.b32 t3, %15;" \
    "mov.b32 t4, %16; mov.b32 t5, %17; mov.b32 t6, %18; mov.b32 t7, %19; mov.b32 t8, %20; mov.b32 t9, %21;" \
    "mov.b32 t10, %22; mov.b32 t11, %23; sub.cc.u32 t12, t0, 0xffffaaab; subc.cc.u32 t13, t1, 0xb9feffff;" \
    "subc.cc.u32 t14, t2, 0xb153ffff; subc.cc.u32 t15, t3, 0x1eabfffe; subc.cc.u32 t16, t4, 0xf6b0f624;" \
    "subc.cc.u32 t17, t5, 0x6730d2a0; subc.cc.u32 t18, t6, 0xf38512bf; subc.cc.u32 t19, t7, 0x64774b84;" \
    "subc.cc.u32 t20, t8, 0x434bacd7; subc.cc.u32 t21, t9, 0x4b1ba7b6; subc.cc.u32 t22, t10, 0x397fe69a;" \
    "subc.cc.u32 t23, t11, 0x1a0111ea; subc.u32 t24, 0, 0; setp.ne.u32 p0, t24, 0; selp.b32 %0, t0, t12, p0;" \
    "selp.b32 %1, t1, t13, p0; selp.b32 %2, t2, t14, p0; selp.b32 %3, t3, t15, p0; selp.b32 %4, t4, t16, p0;" \
    "selp.b32 %5, t5, t17, p0; selp.b32 %6, t6, t18, p0; selp.b32 %7, t7, t19, p0; selp.b32 %8, t8, t20, p0;" \
    "selp.b32 %9, t9, t21, p0; selp.b32 %10, t10, t22, p0; selp.b32 %11, t11, t23, p0; }"

#define SL_PTX_FR_MUL \
    "{ .reg .u32 t<97>; mul.lo.u32 t0, %9, %16; mul.hi.u32 t1, %9, %16; mul.lo.u32 t2, %11, %16;" \
    "mul.hi.u32 t3, %11, %16; mul.lo.u32 t4, %13, %16; mul.hi.u32 t5, %13, %16; mul.lo.u32 t6, %15, %16;" \
    "mul.hi.u32 t7, %15, %16; mul.lo.u32 t8, %8, %16; mul.hi.u32 t9, %8, %16; mul.lo.u32 t10, %10, %16;" \
    "mul.hi.u32 t11, %10, %16; mul.lo.u32 t12, %12, %16; mul.hi.u32 t13, %12, %16; mul.lo.u32 t14, %14, %16;" \
    "mul.hi.u32 t15, %14, %16; add.cc.u32 t0, t0, t8; addc.cc.u32 t1, t1, 0; madc.lo.cc.u32 t2, 0xac425bfd, t8, t2;" \
    "madc.hi.cc.u32 t3, 0xac425bfd, t8, t3; madc.lo.cc.u32 t4, 0xccc627f7, t8, t4;" \
    "madc.hi.cc.u32 t5, 0xccc627f7, t8, t5; madc.lo.cc.u32 t6, 0x8c1258ac, t8, t6;" \
    "madc.hi.u32 t7, 0x8c1258ac, t8, t7; mad.lo.cc.u32 t10, 0x0001a401, t8, t10;" \
    "madc.hi.cc.u32 t11, 0x0001a401, t8, t11; madc.lo.cc.u32 t12, 0xf65e27fa, t8, t12;" \
    "madc.hi.cc.u32 t13, 0xf65e27fa, t8, t13; madc.lo.cc.u32 t14, 0xd66282b7, t8, t14;" \
    "madc.hi.cc.u32 t15, 0xd66282b7, t8, t15; addc.u32 t7, t7, 0; add.cc.u32 t0, t0, t9;" \
    "madc.lo.cc.u32 t16, %9, %17, t10; madc.hi.cc.u32 t17, %9, %17, t11; madc.lo.cc.u32 t18, %11, %17, t12;" \
    "madc.hi.cc.u32 t19, %11, %17, t13; madc.lo.cc.u32 t20, %13, %17, t14; madc.hi.cc.u32 t21, %13, %17, t15;" \
    "madc.lo.cc.u32 t22, %15, %17, 0; madc.hi.u32 t23, %15, %17, 0; mad.lo.cc.u32 t0, %8, %17, t0;" \
    "madc.hi.cc.u32 t1, %8, %17, t1; madc.lo.cc.u32 t2, %10, %17, t2; madc.hi.cc.u32 t3, %10, %17, t3;" \
    "madc.lo.cc.u32 t4, %12, %17, t4; madc.hi.cc.u32 t5, %12, %17, t5; madc.lo.cc.u32 t6, %14, %17, t6;" \
    "madc.hi.cc.u32 t7, %14, %17, t7; addc.u32 t23, t23, 0; add.cc.u32 t16, t16, t0; addc.cc.u32 t17, t17, 0;" \
    "madc.lo.cc.u32 t18, 0xac425bfd, t0, t18; madc.hi.cc.u32 t19, 0xac425bfd, t0, t19;" \
    "madc.lo.cc.u32 t20, 0xccc627f7, t0, t20; madc.hi.cc.u32 t21, 0xccc627f7, t0, t21;" \
    "madc.lo.cc.u32 t22, 0x8c1258ac, t0, t22; madc.hi.u32 t23, 0x8c1258ac, t0, t23;" \
    "mad.lo.cc.u32 t2, 0x0001a401, t0, t2; madc.hi.cc.u32 t3, 0x0001a401, t0, t3;" \
    "madc.lo.cc.u32 t4, 0xf65e27fa, t0, t4; madc.hi.cc.u32 t5, 0xf65e27fa, t0, t5;" \
    "madc.lo.cc.u32 t6, 0xd66282b7, t0, t6; madc.hi.cc.u32 t7, 0xd66282b7, t0, t7; addc.u32 t23, t23, 0;" \
    "add.cc.u32 t16, t16, t1; madc.lo.cc.u32 t24, %9, %18, t2; madc.hi.cc.u32 t25, %9, %18, t3;" \
    "madc.lo.cc.u32 t26, %11, %18, t4; madc.hi.cc.u32 t27, %11, %18, t5; madc.lo.cc.u32 t28, %13, %18, t6;" \
    "madc.hi.cc.u32 t29, %13, %18, t7; madc.lo.cc.u32 t30, %15, %18, 0; madc.hi.u32 t31, %15, %18, 0;" \
    "mad.lo.cc.u32 t16, %8, %18, t16; madc.hi.cc.u32 t17, %8, %18, t17; madc.lo.cc.u32 t18, %10, %18, t18;" \
    "madc.hi.cc.u32 t19, %10, %18, t19; madc.lo.cc.u32 t20, %12, %18, t20; madc.hi.cc.u32 t21, %12, %18, t21;" \
    "madc.lo.cc.u32 t22, %14, %18, t22; madc.hi.cc.u32 t23, %14, %18, t23; addc.u32 t31, t31, 0;" \
    "add.cc.u32 t24, t24, t16; addc.cc.u32 t25, t25, 0; madc.lo.cc.u32 t26, 0xac425bfd, t16, t26;" \
    "madc.hi.cc.u32 t27, 0xac425bfd, t16, t27; madc.lo.cc.u32 t28, 0xccc627f7, t16, t28;" \
    "madc.hi.cc.u32 t29, 0xccc627f7, t16, t29; madc.lo.cc.u32 t30, 0x8c1258ac, t16, t30;" \
    "madc.hi.u32 t31, 0x8c1258ac, t16, t31; mad.lo.cc.u32 t18, 0x0001a401, t16, t18;" \
    "madc.hi.cc.u32 t19, 0x0001a401, t16, t19; madc.lo.cc.u32 t20, 0xf65e27fa, t16, t20;" \
    "madc.hi.cc.u32 t21, 0xf65e27fa, t16, t21; madc.lo.cc.u32 t22, 0xd66282b7, t16, t22;" \
    "madc.hi.cc.u32 t23, 0xd66282b7, t16, t23; addc.u32 t31, t31, 0; add.cc.u32 t24, t24, t17;" \
    "madc.lo.cc.u32 t32, %9, %19, t18; madc.hi.cc.u32 t33, %9, %19, t19; madc.lo.cc.u32 t34, %11, %19, t20;" \
    "madc.hi.cc.u32 t35, %11, %19, t21; madc.lo.cc.u32 t36, %13, %19, t22; madc.hi.cc.u32 t37, %13, %19, t23;" \
    "madc.lo.cc.u32 t38, %15, %19, 0; madc.hi.u32 t39, %15, %19, 0; mad.lo.cc.u32 t24, %8, %19, t24;" \
    "madc.hi.cc.u32 t25, %8, %19, t25; madc.lo.cc.u32 t26, %10, %19, t26; madc.hi.cc.u32 t27, %10, %19, t27;" \
    "madc.lo.cc.u32 t28, %12, %19, t28; madc.hi.cc.u32 t29, %12, %19, t29; madc.lo.cc.u32 t30, %14, %19, t30;" \
    "madc.hi.cc.u32 t31, %14, %19, t31; addc.u32 t39, t39, 0; add.cc.u32 t32, t32, t24; addc.cc.u32 t33, t33, 0;" \
    "madc.lo.cc.u32 t34, 0xac425bfd, t24, t34; madc.hi.cc.u32 t35, 0xac425bfd, t24, t35;" \
    "madc.lo.cc.u32 t36, 0xccc627f7, t24, t36; madc.hi.cc.u32 t37, 0xccc627f7, t24, t37;" \
    "madc.lo.cc.u32 t38, 0x8c1258ac, t24, t38; madc.hi.u32 t39, 0x8c1258ac, t24, t39;" \
    "mad.lo.cc.u32 t26, 0x0001a401, t24, t26; madc.hi.cc.u32 t27, 0x0001a401, t24, t27;" \
    "madc.lo.cc.u32 t28, 0xf65e27fa, t24, t28; madc.hi.cc.u32 t29, 0xf65e27fa, t24, t29;" \
    "madc.lo.cc.u32 t30, 0xd66282b7, t24, t30; madc.hi.cc.u32 t31, 0xd66282b7, t24, t31; addc.u32 t39, t39, 0;" \
    "add.cc.u32 t32, t32, t25; madc.lo.cc.u32 t40, %9, %20, t26; madc.hi.cc.u32 t41, %9, %20, t27;" \
    "madc.lo.cc.u32 t42, %11, %20, t28; madc.hi.cc.u32 t43, %11, %20, t29; madc.lo.cc.u32 t44, %13, %20, t30;" \
    "madc.hi.cc.u32 t45, %13, %20, t31; madc.lo.cc.u32 t46, %15, %20, 0; madc.hi.u32 t47, %15, %20, 0;" \
    "mad.lo.cc.u32 t32, %8, %20, t32; madc.hi.cc.u32 t33, %8, %20, t33; madc.lo.cc.u32 t34, %10, %20, t34;" \
    "madc.hi.cc.u32 t35, %10, %20, t35; madc.lo.cc.u32 t36, %12, %20, t36; madc.hi.cc.u32 t37, %12, %20, t37;" \
    "madc.lo.cc.u32 t38, %14, %20, t38; madc.hi.cc.u32 t39, %14, %20, t39; addc.u32 t47, t47, 0;" \
    "add.cc.u32 t40, t40, t32; addc.cc.u32 t41, t41, 0; madc.lo.cc.u32 t42, 0xac425bfd, t32, t42;" \
    "madc.hi.cc.u32 t43, 0xac425bfd, t32, t43; madc.lo.cc.u32 t44, 0xccc627f7, t32, t44;" \
    "madc.hi.cc.u32 t45, 0xccc627f7, t32, t45; madc.lo.cc.u32 t46, 0x8c1258ac, t32, t46;" \
    "madc.hi.u32 t47, 0x8c1258ac, t32, t47; mad.lo.cc.u32 t34, 0x0001a401, t32, t34;" \
    "madc.hi.cc.u32 t35, 0x0001a401, t32, t35; madc.lo.cc.u32 t36, 0xf65e27fa, t32, t36;" \
    "madc.hi.cc.u32 t37, 0xf65e27fa, t32, t37; madc.lo.cc.u32 t38, 0xd66282b7, t32, t38;" \
    "madc.hi.cc.u32 t39, 0xd66282b7, t32, t39; addc.u32 t47, t47, 0; add.cc.u32 t40, t40, t33;" \
    "madc.lo.cc.u32 t48, %9, %21, t34; madc.hi.cc.u32 t49, %9, %21, t35; madc.lo.cc.u32 t50, %11, %21, t36;" \
    "madc.hi.cc.u32 t51, %11, %21, t37; madc.lo.cc.u32 t52, %13, %21, t38; madc.hi.cc.u32 t53, %13, %21, t39;" \
    "madc.lo.cc.u32 t54, %15, %21, 0; madc.hi.u32 t55, %15, %21, 0; mad.lo.cc.u32 t40, %8, %21, t40;" \
    "madc.hi.cc.u32 t41, %8, %21, t41; madc.lo.cc.u32 t42, %10, %21, t42; madc.hi.cc.u32 t43, %10, %21, t43;" \
    "madc.lo.cc.u32 t44, %12, %21, t44; madc.hi.cc.u32 t45, %12, %21, t45; madc.lo.cc.u32 t46, %14, %21, t46;" \
    "madc.hi.cc.u32 t47, %14, %21, t47; addc.u32 t55, t55, 0; add.cc.u32 t48, t48, t40; addc.cc.u32 t49, t49, 0;" \
    "madc.lo.cc.u32 t50, 0xac425bfd, t40, t50; madc.hi.cc.u32 t51, 0xac425bfd, t40, t51;" \
    "madc.lo.cc.u32 t52, 0xccc627f7, t40, t52; madc.hi.cc.u32 t53, 0xccc627f7, t40, t53;" \
    "madc.lo.cc.u32 t54, 0x8c1258ac, t40, t54; madc.hi.u32 t55, 0x8c1258ac, t40, t55;" \
    "mad.lo.cc.u32 t42, 0x0001a401, t40, t42; madc.hi.cc.u32 t43, 0x0001a401, t40, t43;" \
    "madc.lo.cc.u32 t44, 0xf65e27fa, t40, t44; madc.hi.cc.u32 t45, 0xf65e27fa, t40, t45;" \
    "madc.lo.cc.u32 t46, 0xd66282b7, t40, t46; madc.hi.cc.u32 t47, 0xd66282b7, t40, t47; addc.u32 t55, t55, 0;" \
    "add.cc.u32 t48, t48, t41; madc.lo.cc.u32 t56, %9, %22, t42; madc.hi.cc.u32 t57, %9, %22, t43;" \
    "madc.lo.cc.u32 t58, %11, %22, t44; madc.hi.cc.u32 t59, %11, %22, t45; madc.lo.cc.u32 t60, %13, %22, t46;" \
    "madc.hi.cc.u32 t61, %13, %22, t47; madc.lo.cc.u32 t62, %15, %22, 0; madc.hi.u32 t63, %15, %22, 0;" \
    "mad.lo.cc.u32 t48, %8, %22, t48; madc.hi.cc.u32 t49, %8, %22, t49; madc.lo.cc.u32 t50, %10, %22, t50;" \
    "madc.hi.cc.u32 t51, %10, %22, t51; madc.lo.cc.u32 t52, %12, %22, t52; madc.hi.cc.u32 t53, %12, %22, t53;" \
    "madc.lo.cc.u32 t54, %14, %22, t54; madc.hi.cc.u32 t55, %14, %22, t55; addc.u32 t63, t63, 0;" \
    "add.cc.u32 t56, t56, t48; addc.cc.u32 t57, t57, 0; madc.lo.cc.u32 t58, 0xac425bfd, t48, t58;" \
    "madc.hi.cc.u32 t59, 0xac425bfd, t48, t59; madc.lo.cc.u32 t60, 0xccc627f7, t48, t60;" \
    "madc.hi.cc.u32 t61, 0xccc627f7, t48, t61; madc.lo.cc.u32 t62, 0x8c1258ac, t48, t62;" \
    "madc.hi.u32 t63, 0x8c1258ac, t48, t63; mad.lo.cc.u32 t50, 0x0001a401, t48, t50;" \
    "madc.hi.cc.u32 t51, 0x0001a401, t48, t51; madc.lo.cc.u32 t52, 0xf65e27fa, t48, t52;" \
    "madc.hi.cc.u32 t53, 0xf65e27fa, t48, t53; madc.lo.cc.u32 t54, 0xd66282b7, t48, t54;" \
    "madc.hi.cc.u32 t55, 0xd66282b7, t48, t55; addc.u32 t63, t63, 0; add.cc.u32 t56, t56, t49;" \
    "madc.lo.cc.u32 t64, %9, %23, t50; madc.hi.cc.u32 t65, %9, %23, t51; madc.lo.cc.u32 t66, %11, %23, t52;" \
    "madc.hi.cc.u32 t67, %11, %23, t53; madc.lo.cc.u32 t68, %13, %23, t54; madc.hi.cc.u32 t69, %13, %23, t55;" \
    "madc.lo.cc.u32 t70, %15, %23, 0; madc.hi.u32 t71, %15, %23, 0; mad.lo.cc.u32 t56, %8, %23, t56;" \
    "madc.hi.cc.u32 t57, %8, %23, t57; madc.lo.cc.u32 t58, %10, %23, t58; madc.hi.cc.u32 t59, %10, %23, t59;" \
    "madc.lo.cc.u32 t60, %12, %23, t60; madc.hi.cc.u32 t61, %12, %23, t61; madc.lo.cc.u32 t62, %14, %23, t62;" \
    "madc.hi.cc.u32 t63, %14, %23, t63; addc.u32 t71, t71, 0; add.cc.u32 t64, t64, t56; addc.cc.u32 t65, t65, 0;" \
    "madc.lo.cc.u32 t66, 0xac425bfd, t56, t66; madc.hi.cc.u32 t67, 0xac425bfd, t56, t67;" \
    "madc.lo.cc.u32 t68, 0xccc627f7, t56, t68; madc.hi.cc.u32 t69, 0xccc627f7, t56, t69;" \
    "madc.lo.cc.u32 t70, 0x8c1258ac, t56, t70; madc.hi.u32 t71, 0x8c1258ac, t56, t71;" \
    "mad.lo.cc.u32 t58, 0x0001a401, t56, t58; madc.hi.cc.u32 t59, 0x0001a401, t56, t59;" \
    "madc.lo.cc.u32 t60, 0xf65e27fa, t56, t60; madc.hi.cc.u32 t61, 0xf65e27fa, t56, t61;" \
    "madc.lo.cc.u32 t62, 0xd66282b7, t56, t62; madc.hi.cc.u32 t63, 0xd66282b7, t56, t63; addc.u32 t71, t71, 0;" \
    "add.cc.u32 t72, t64, t57; addc.cc.u32 t73, t65, t58; addc.cc.u32 t74, t66, t59; addc.cc.u32 t75, t67, t60;" \
    "addc.cc.u32 t76, t68, t61; addc.cc.u32 t77, t69, t62; addc.cc.u32 t78, t70, t63; addc.u32 t79, t71, 0;" \
    "sub.cc.u32 t80, t72, t8; subc.cc.u32 t81, t73, t0; subc.cc.u32 t82, t74, t16; subc.cc.u32 t83, t75, t24;" \
    "subc.cc.u32 t84, t76, t32; subc.cc.u32 t85, t77, t40; subc.cc.u32 t86, t78, t48; subc.cc.u32 t87, t79, t56;" \
    "subc.u32 t88, 0, 0; and.b32 t89, t88, 0x00000001; and.b32 t90, t88, 0xffffffff; and.b32 t91, t88, 0xfffe5bfe;" \
    "and.b32 t92, t88, 0x53bda402; and.b32 t93, t88, 0x09a1d805; and.b32 t94, t88, 0x3339d808;" \
    "and.b32 t95, t88, 0x299d7d48; and.b32 t96, t88, 0x73eda753; add.cc.u32 %0, t80, t89; addc.cc.u32 %1, t81, t90;" \
    "addc.cc.u32 %2, t82, t91; addc.cc.u32 %3, t83, t92; addc.cc.u32 %4, t84, t93; addc.cc.u32 %5, t85, t94;" \
    "addc.cc.u32 %6, t86, t95; addc.u32 %7, t87, t96; }"

#define SL_PTX_FR_MUL_SHORT \
    "{ .reg .u32 t<89>; .reg .pred p0; mul.lo.u32 t0, %9, %16; mul.hi.u32 t1, %9, %16; mul.lo.u32 t2, %11, %16;" \
    "mul.hi.u32 t3, %11, %16; mul.lo.u32 t4, %13, %16; mul.hi.u32 t5, %13, %16; mul.lo.u32 t6, %15, %16;" \
    "mul.hi.u32 t7, %15, %16; mul.lo.u32 t8, %8, %16; mul.hi.u32 t9, %8, %16; mul.lo.u32 t10, %10, %16;" \
    "mul.hi.u32 t11, %10, %16; mul.lo.u32 t12, %12, %16; mul.hi.u32 t13, %12, %16; mul.lo.u32 t14, %14, %16;" \
    "mul.hi.u32 t15, %14, %16; add.cc.u32 t0, t0, t8; addc.cc.u32 t1, t1, 0; madc.lo.cc.u32 t2, 0xac425bfd, t8, t2;" \
    "madc.hi.cc.u32 t3, 0xac425bfd, t8, t3; madc.lo.cc.u32 t4, 0xccc627f7, t8, t4;" \
    "madc.hi.cc.u32 t5, 0xccc627f7, t8, t5; madc.lo.cc.u32 t6, 0x8c1258ac, t8, t6;" \
    "madc.hi.u32 t7, 0x8c1258ac, t8, t7; mad.lo.cc.u32 t10, 0x0001a401, t8, t10;" \
    "madc.hi.cc.u32 t11, 0x0001a401, t8, t11; madc.lo.cc.u32 t12, 0xf65e27fa, t8, t12;" \
    "madc.hi.cc.u32 t13, 0xf65e27fa, t8, t13; madc.lo.cc.u32 t14, 0xd66282b7, t8, t14;" \
    "madc.hi.cc.u32 t15, 0xd66282b7, t8, t15; addc.u32 t7, t7, 0; add.cc.u32 t0, t0, t9;" \
    "madc.lo.cc.u32 t16, %9, %17, t10; madc.hi.cc.u32 t17, %9, %17, t11; madc.lo.cc.u32 t18, %11, %17, t12;" \
    "madc.hi.cc.u32 t19, %11, %17, t13; madc.lo.cc.u32 t20, %13, %17, t14; madc.hi.cc.u32 t21, %13, %17, t15;" \
    "madc.lo.cc.u32 t22, %15, %17, 0; madc.hi.u32 t23, %15, %17, 0; mad.lo.cc.u32 t0, %8, %17, t0;" \
    "madc.hi.cc.u32 t1, %8, %17, t1; madc.lo.cc.u32 t2, %10, %17, t2; madc.hi.cc.u32 t3, %10, %17, t3;" \
    "madc.lo.cc.u32 t4, %12, %17, t4; madc.hi.cc.u32 t5, %12, %17, t5; madc.lo.cc.u32 t6, %14, %17, t6;" \
    "madc.hi.cc.u32 t7, %14, %17, t7; addc.u32 t23, t23, 0; add.cc.u32 t16, t16, t0; addc.cc.u32 t17, t17, 0;" \
    "madc.lo.cc.u32 t18, 0xac425bfd, t0, t18; madc.hi.cc.u32 t19, 0xac425bfd, t0, t19;" \
    "madc.lo.cc.u32 t20, 0xccc627f7, t0, t20; madc.hi.cc.u32 t21, 0xccc627f7, t0, t21;" \
    "madc.lo.cc.u32 t22, 0x8c1258ac, t0, t22; madc.hi.u32 t23, 0x8c1258ac, t0, t23;" \
    "mad.lo.cc.u32 t2, 0x0001a401, t0, t2; madc.hi.cc.u32 t3, 0x0001a401, t0, t3;" \
    "madc.lo.cc.u32 t4, 0xf65e27fa, t0, t4; madc.hi.cc.u32 t5, 0xf65e27fa, t0, t5;" \
    "madc.lo.cc.u32 t6, 0xd66282b7, t0, t6; madc.hi.cc.u32 t7, 0xd66282b7, t0, t7; addc.u32 t23, t23, 0;" \
    "add.cc.u32 t16, t16, t1; madc.lo.cc.u32 t24, %9, %18, t2; madc.hi.cc.u32 t25, %9, %18, t3;" \
    "madc.lo.cc.u32 t26, %11, %18, t4; madc.hi.cc.u32 t27, %11, %18, t5; madc.lo.cc.u32 t28, %13, %18, t6;" \
    "madc.hi.cc.u32 t29, %13, %18, t7; madc.lo.cc.u32 t30, %15, %18, 0; madc.hi.u32 t31, %15, %18, 0;" \
    "mad.lo.cc.u32 t16, %8, %18, t16; madc.hi.cc.u32 t17, %8, %18, t17; madc.lo.cc.u32 t18, %10, %18, t18;" \
    "madc.hi.cc.u32 t19, %10, %18, t19; madc.lo.cc.u32 t20, %12, %18, t20; madc.hi.cc.u32 t21, %12, %18, t21;" \
    "madc.lo.cc.u32 t22, %14, %18, t22; madc.hi.cc.u32 t23, %14, %18, t23; addc.u32 t31, t31, 0;" \
    "add.cc.u32 t24, t24, t16; addc.cc.u32 t25, t25, 0; madc.lo.cc.u32 t26, 0xac425bfd, t16, t26;" \
    "madc.hi.cc.u32 t27, 0xac425bfd, t16, t27; madc.lo.cc.u32 t28, 0xccc627f7, t16, t28;" \
    "madc.hi.cc.u32 t29, 0xccc627f7, t16, t29; madc.lo.cc.u32 t30, 0x8c1258ac, t16, t30;" \
    "madc.hi.u32 t31, 0x8c1258ac, t16, t31; mad.lo.cc.u32 t18, 0x0001a401, t16, t18;" \
    "madc.hi.cc.u32 t19, 0x0001a401, t16, t19; madc.lo.cc.u32 t20, 0xf65e27fa, t16, t20;" \
    "madc.hi.cc.u32 t21, 0xf65e27fa, t16, t21; madc.lo.cc.u32 t22, 0xd66282b7, t16, t22;" \
    "madc.hi.cc.u32 t23, 0xd66282b7, t16, t23; addc.u32 t31, t31, 0; add.cc.u32 t24, t24, t17;" \
    "madc.lo.cc.u32 t32, %9, %19, t18; madc.hi.cc.u32 t33, %9, %19, t19; madc.lo.cc.u32 t34, %11, %19, t20;" \
    "madc.hi.cc.u32 t35, %11, %19, t21; madc.lo.cc.u32 t36, %13, %19, t22; madc.hi.cc.u32 t37, %13, %19, t23;" \
    "madc.lo.cc.u32 t38, %15, %19, 0; madc.hi.u32 t39, %15, %19, 0; mad.lo.cc.u32 t24, %8, %19, t24;" \
    "madc.hi.cc.u32 t25, %8, %19, t25; madc.lo.cc.u32 t26, %10, %19, t26; madc.hi.cc.u32 t27, %10, %19, t27;" \
    "madc.lo.cc.u32 t28, %12, %19, t28; madc.hi.cc.u32 t29, %12, %19, t29; madc.lo.cc.u32 t30, %14, %19, t30;" \
    "madc.hi.cc.u32 t31, %14, %19, t31; addc.u32 t39, t39, 0; add.cc.u32 t32, t32, t24; addc.cc.u32 t33, t33, 0;" \
    "madc.lo.cc.u32 t34, 0xac425bfd, t24, t34; madc.hi.cc.u32 t35, 0xac425bfd, t24, t35;" \
    "madc.lo.cc.u32 t36, 0xccc627f7, t24, t36; madc.hi.cc.u32 t37, 0xccc627f7, t24, t37;" \
    "madc.lo.cc.u32 t38, 0x8c1258ac, t24, t38; madc.hi.u32 t39, 0x8c1258ac, t24, t39;" \
    "mad.lo.cc.u32 t26, 0x0001a401, t24, t26; madc.hi.cc.u32 t27, 0x0001a401, t24, t27;" \
    "madc.lo.cc.u32 t28, 0xf65e27fa, t24, t28; madc.hi.cc.u32 t29, 0xf65e27fa, t24, t29;" \
    "madc.lo.cc.u32 t30, 0xd66282b7, t24, t30; madc.hi.cc.u32 t31, 0xd66282b7, t24, t31; addc.u32 t39, t39, 0;" \
    "add.cc.u32 t32, t32, t25; madc.lo.cc.u32 t40, %9, %20, t26; madc.hi.cc.u32 t41, %9, %20, t27;" \
    "madc.lo.cc.u32 t42, %11, %20, t28; madc.hi.cc.u32 t43, %11, %20, t29; madc.lo.cc.u32 t44, %13, %20, t30;" \
    "madc.hi.cc.u32 t45, %13, %20, t31; madc.lo.cc.u32 t46, %15, %20, 0; madc.hi.u32 t47, %15, %20, 0;" \
    "mad.lo.cc.u32 t32, %8, %20, t32; madc.hi.cc.u32 t33, %8, %20, t33; madc.lo.cc.u32 t34, %10, %20, t34;" \
    "madc.hi.cc.u32 t35, %10, %20, t35; madc.lo.cc.u32 t36, %12, %20, t36; madc.hi.cc.u32 t37, %12, %20, t37;" \
    "madc.lo.cc.u32 t38, %14, %20, t38; madc.hi.cc.u32 t39, %14, %20, t39; addc.u32 t47, t47, 0;" \
    "add.cc.u32 t40, t40, t32; addc.cc.u32 t41, t41, 0; madc.lo.cc.u32 t42, 0xac425bfd, t32, t42;" \
    "madc.hi.cc.u32 t43, 0xac425bfd, t32, t43; madc.lo.cc.u32 t44, 0xccc627f7, t32, t44;" \
    "madc.hi.cc.u32 t45, 0xccc627f7, t32, t45; madc.lo.cc.u32 t46, 0x8c1258ac, t32, t46;" \
    "madc.hi.u32 t47, 0x8c1258ac, t32, t47; mad.lo.cc.u32 t34, 0x0001a401, t32, t34;" \
    "madc.hi.cc.u32 t35, 0x0001a401, t32, t35; madc.lo.cc.u32 t36, 0xf65e27fa, t32, t36;" \
    "madc.hi.cc.u32 t37, 0xf65e27fa, t32, t37; madc.lo.cc.u32 t38, 0xd66282b7, t32, t38;" \
    "madc.hi.cc.u32 t39, 0xd66282b7, t32, t39; addc.u32 t47, t47, 0; add.cc.u32 t40, t40, t33;" \
    "madc.lo.cc.u32 t48, %9, %21, t34; madc.hi.cc.u32 t49, %9, %21, t35; madc.lo.cc.u32 t50, %11, %21, t36;" \
    "madc.hi.cc.u32 t51, %11, %21, t37; madc.lo.cc.u32 t52, %13, %21, t38; madc.hi.cc.u32 t53, %13, %21, t39;" \
    "madc.lo.cc.u32 t54, %15, %21, 0; madc.hi.u32 t55, %15, %21, 0; mad.lo.cc.u32 t40, %8, %21, t40;" \
    "madc.hi.cc.u32 t41, %8, %21, t41; madc.lo.cc.u32 t42, %10, %21, t42; madc.hi.cc.u32 t43, %10, %21, t43;" \
    "madc.lo.cc.u32 t44, %12, %21, t44; madc.hi.cc.u32 t45, %12, %21, t45; madc.lo.cc.u32 t46, %14, %21, t46;" \
    "madc.hi.cc.u32 t47, %14, %21, t47; addc.u32 t55, t55, 0; add.cc.u32 t48, t48, t40; addc.cc.u32 t49, t49, 0;" \
    "madc.lo.cc.u32 t50, 0xac425bfd, t40, t50; madc.hi.cc.u32 t51, 0xac425bfd, t40, t51;" \
    "madc.lo.cc.u32 t52, 0xccc627f7, t40, t52; madc.hi.cc.u32 t53, 0xccc627f7, t40, t53;" \
    "madc.lo.cc.u32 t54, 0x8c1258ac, t40, t54; madc.hi.u32 t55, 0x8c1258ac, t40, t55;" \
    "mad.lo.cc.u32 t42, 0x0001a401, t40, t42; madc.hi.cc.u32 t43, 0x0001a401, t40, t43;" \
    "madc.lo.cc.u32 t44, 0xf65e27fa, t40, t44; madc.hi.cc.u32 t45, 0xf65e27fa, t40, t45;" \
    "madc.lo.cc.u32 t46, 0xd66282b7, t40, t46; madc.hi.cc.u32 t47, 0xd66282b7, t40, t47; addc.u32 t55, t55, 0;" \
    "add.cc.u32 t48, t48, t41; madc.lo.cc.u32 t56, %9, %22, t42; madc.hi.cc.u32 t57, %9, %22, t43;" \
    "madc.lo.cc.u32 t58, %11, %22, t44; madc.hi.cc.u32 t59, %11, %22, t45; madc.lo.cc.u32 t60, %13, %22, t46;" \
    "madc.hi.cc.u32 t61, %13, %22, t47; madc.lo.cc.u32 t62, %15, %22, 0; madc.hi.u32 t63, %15, %22, 0;" \
    "mad.lo.cc.u32 t48, %8, %22, t48; madc.hi.cc.u32 t49, %8, %22, t49; madc.lo.cc.u32 t50, %10, %22, t50;" \
    "madc.hi.cc.u32 t51, %10, %22, t51; madc.lo.cc.u32 t52, %12, %22, t52; madc.hi.cc.u32 t53, %12, %22, t53;" \
    "madc.lo.cc.u32 t54, %14, %22, t54; madc.hi.cc.u32 t55, %14, %22, t55; addc.u32 t63, t63, 0;" \
    "add.cc.u32 t56, t56, t48; addc.cc.u32 t57, t57, 0; madc.lo.cc.u32 t58, 0xac425bfd, t48, t58;" \
    "madc.hi.cc.u32 t59, 0xac425bfd, t48, t59; madc.lo.cc.u32 t60, 0xccc627f7, t48, t60;" \
    "madc.hi.cc.u32 t61, 0xccc627f7, t48, t61; madc.lo.cc.u32 t62, 0x8c1258ac, t48, t62;" \
    "madc.hi.u32 t63, 0x8c1258ac, t48, t63; mad.lo.cc.u32 t50, 0x0001a401, t48, t50;" \
    "madc.hi.cc.u32 t51, 0x0001a401, t48, t51; madc.lo.cc.u32 t52, 0xf65e27fa, t48, t52;" \
    "madc.hi.cc.u32 t53, 0xf65e27fa, t48, t53; madc.lo.cc.u32 t54, 0xd66282b7, t48, t54;" \
    "madc.hi.cc.u32 t55, 0xd66282b7, t48, t55; addc.u32 t63, t63, 0; add.cc.u32 t56, t56, t49;" \
    "madc.lo.cc.u32 t64, %9, %23, t50; madc.hi.cc.u32 t65, %9, %23, t51; madc.lo.cc.u32 t66, %11, %23, t52;" \
    "madc.hi.cc.u32 t67, %11, %23, t53; madc.lo.cc.u32 t68, %13, %23, t54; madc.hi.cc.u32 t69, %13, %23, t55;" \
    "madc.lo.cc.u32 t70, %15, %23, 0; madc.hi.u32 t71, %15, %23, 0; mad.lo.cc.u32 t56, %8, %23, t56;" \
    "madc.hi.cc.u32 t57, %8, %23, t57; madc.lo.cc.u32 t58, %10, %23, t58; madc.hi.cc.u32 t59, %10, %23, t59;" \
    "madc.lo.cc.u32 t60, %12, %23, t60; madc.hi.cc.u32 t61, %12, %23, t61; madc.lo.cc.u32 t62, %14, %23, t62;" \
    "madc.hi.cc.u32 t63, %14, %23, t63; addc.u32 t71, t71, 0; add.cc.u32 t64, t64, t56; addc.cc.u32 t65, t65, 0;" \
    "madc.lo.cc.u32 t66, 0xac425bfd, t56, t66; madc.hi.cc.u32 t67, 0xac425bfd, t56, t67;" \
    "madc.lo.cc.u32 t68, 0xccc627f7, t56, t68; madc.hi.cc.u32 t69, 0xccc627f7, t56, t69;" \
    "madc.lo.cc.u32 t70, 0x8c1258ac, t56, t70; madc.hi.u32 t71, 0x8c1258ac, t56, t71;" \
    "mad.lo.cc.u32 t58, 0x0001a401, t56, t58; madc.hi.cc.u32 t59, 0x0001a401, t56, t59;" \
    "madc.lo.cc.u32 t60, 0xf65e27fa, t56, t60; madc.hi.cc.u32 t61, 0xf65e27fa, t56, t61;" \
    "madc.lo.cc.u32 t62, 0xd66282b7, t56, t62; madc.hi.cc.u32 t63, 0xd66282b7, t56, t63; addc.u32 t71, t71, 0;" \
    "add.cc.u32 t72, t64, t57; addc.cc.u32 t73, t65, t58; addc.cc.u32 t74, t66, t59; addc.cc.u32 t75, t67, t60;" \
    "addc.cc.u32 t76, t68, t61; addc.cc.u32 t77, t69, t62; addc.cc.u32 t78, t70, t63; addc.u32 t79, t71, 0;" \
    "sub.cc.u32 t80, t72, t8; subc.cc.u32 t81, t73, t0; subc.cc.u32 t82, t74, t16; subc.cc.u32 t83, t75, t24;" \
    "subc.cc.u32 t84, t76, t32; subc.cc.u32 t85, t77, t40; subc.cc.u32 t86, t78, t48; subc.cc.u32 t87, t79, t56;" \
    "subc.u32 t88, 0, 0; setp.ne.u32 p0, t88, 0; @p0 add.cc.u32 t80, t80, 0x00000001;" \
    "@p0 addc.cc.u32 t81, t81, 0xffffffff; @p0 addc.cc.u32 t82, t82, 0xfffe5bfe;" \
    "@p0 addc.cc.u32 t83, t83, 0x53bda402; @p0 addc.cc.u32 t84, t84, 0x09a1d805;" \
    "@p0 addc.cc.u32 t85, t85, 0x3339d808; @p0 addc.cc.u32 t86, t86, 0x299d7d48; @p0 addc.u32 t87, t87, 0x73eda753;" \
    "mov.b32 %0, t80; mov.b32 %1, t81; mov.b32 %2, t82; mov.b32 %3, t83; mov.b32 %4, t84; mov.b32 %5, t85;" \
    "mov.b32 %6, t86; mov.b32 %7, t87; }"

#define SL_PTX_FR_ADD \
    "{ .reg .u32 t<17>; .reg .pred p0; add.cc.u32 t0, %8, %16; addc.cc.u32 t1, %9, %17; addc.cc.u32 t2, %10, %18;" \
    "addc.cc.u32 t3, %11, %19; addc.cc.u32 t4, %12, %20; addc.cc.u32 t5, %13, %21; addc.cc.u32 t6, %14, %22;" \
    "addc.u32 t7, %15, %23; sub.cc.u32 t8, t0, 0x00000001; subc.cc.u32 t9, t1, 0xffffffff;" \
    "subc.cc.u32 t10, t2, 0xfffe5bfe; subc.cc.u32 t11, t3, 0x53bda402; subc.cc.u32 t12, t4, 0x09a1d805;" \
    "subc.cc.u32 t13, t5, 0x3339d808; subc.cc.u32 t14, t6, 0x299d7d48; subc.cc.u32 t15, t7, 0x73eda753;" \
    "subc.u32 t16, 0, 0; setp.ne.u32 p0, t16, 0; selp.b32 %0, t0, t8, p0; selp.b32 %1, t1, t9, p0;" \
    "selp.b32 %2, t2, t10, p0; selp.b32 %3, t3, t11, p0; selp.b32 %4, t4, t12, p0; selp.b32 %5, t5, t13, p0;" \
    "selp.b32 %6, t6, t14, p0; selp.b32 %7, t7, t15, p0; }"

#define SL_PTX_FR_SUB \
    "{ .reg .u32 t<9>; .reg .pred p0; sub.cc.u32 t0, %8, %16; subc.cc.u32 t1, %9, %17; subc.cc.u32 t2, %10, %18;" \
    "subc.cc.u32 t3, %11, %19; subc.cc.u32 t4, %12, %20; subc.cc.u32 t5, %13, %21; subc.cc.u32 t6, %14, %22;" \
    "subc.cc.u32 t7, %15, %23; subc.u32 t8, 0, 0; setp.ne.u32 p0, t8, 0; @p0 add.cc.u32 t0, t0, 0x00000001;" \
    "@p0 addc.cc.u32 t1, t1, 0xffffffff; @p0 addc.cc.u32 t2, t2, 0xfffe5bfe; @p0 addc.cc.u32 t3, t3, 0x53bda402;" \
    "@p0 addc.cc.u32 t4, t4, 0x09a1d805; @p0 addc.cc.u32 t5, t5, 0x3339d808; @p0 addc.cc.u32 t6, t6, 0x299d7d48;" \
    "@p0 addc.u32 t7, t7, 0x73eda753; mov.b32 %0, t0; mov.b32 %1, t1; mov.b32 %2, t2; mov.b32 %3, t3;" \
    "mov.b32 %4, t4; mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7; }"

#define SL_PTX_FR_ADD_LAZY \
    "{ .reg .u32 t<8>; add.cc.u32 t0, %8, %16; addc.cc.u32 t1, %9, %17; addc.cc.u32 t2, %10, %18;" \
    "addc.cc.u32 t3, %11, %19; addc.cc.u32 t4, %12, %20; addc.cc.u32 t5, %13, %21; addc.cc.u32 t6, %14, %22;" \
    "addc.u32 t7, %15, %23; mov.b32 %0, t0; mov.b32 %1, t1; mov.b32 %2, t2; mov.b32 %3, t3; mov.b32 %4, t4;" \
    "mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7; }"

#define SL_PTX_FR_SUB_LAZY \
    "{ .reg .u32 t<8>; sub.cc.u32 t0, %8, %16; subc.cc.u32 t1, %9, %17; subc.cc.u32 t2, %10, %18;" \
    "subc.cc.u32 t3, %11, %19; subc.cc.u32 t4, %12, %20; subc.cc.u32 t5, %13, %21; subc.cc.u32 t6, %14, %22;" \
    "subc.cc.u32 t7, %15, %23; add.cc.u32 %0, t0, 0x00000001; addc.cc.u32 %1, t1, 0xffffffff;" \
    "addc.cc.u32 %2, t2, 0xfffe5bfe; addc.cc.u32 %3, t3, 0x53bda402; addc.cc.u32 %4, t4, 0x09a1d805;" \
    "addc.cc.u32 %5, t5, 0x3339d808; addc.cc.u32 %6, t6, 0x299d7d48; addc.u32 %7, t7, 0x73eda753; }"

#define SL_PTX_FR_REDUCE \
    "{ .reg .u32 t<9>; .reg .pred p0; sub.cc.u32 t0, %8, 0x00000001; subc.cc.u32 t1, %9, 0xffffffff;" \
    "subc.cc.u32 t2, %10, 0xfffe5bfe; subc.cc.u32 t3, %11, 0x53bda402; subc.cc.u32 t4, %12, 0x09a1d805;" \
    "subc.cc.u32 t5, %13, 0x3339d808; subc.cc.u32 t6, %14, 0x299d7d48; subc.cc.u32 t7, %15, 0x73eda753;" \
    "subc.u32 t8, 0, 0; setp.ne.u32 p0, t8, 0; @p0 add.cc.u32 t0, t0, 0x00000001;" \
    "@p0 addc.cc.u32 t1, t1, 0xffffffff; @p0 addc.cc.u32 t2, t2, 0xfffe5bfe; @p0 addc.cc.u32 t3, t3, 0x53bda402;" \
    "@p0 addc.cc.u32 t4, t4, 0x09a1d805; @p0 addc.cc.u32 t5, t5, 0x3339d808; @p0 addc.cc.u32 t6, t6, 0x299d7d48;" \
    "@p0 addc.u32 t7, t7, 0x73eda753; mov.b32 %0, t0; mov.b32 %1, t1; mov.b32 %2, t2; mov.b32 %3, t3;" \
    "mov.b32 %4, t4; mov.b32 %5, t5; mov.b32 %6, t6; mov.b32 %7, t7; }"

#endif
